// Style sheets are imported for the bundler only; for the compiler they are empty modules.
declare module '*.css'
