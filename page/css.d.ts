// For the compiler, style sheets are empty modules.
declare module '*.css'
