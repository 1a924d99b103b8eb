// The bundler takes style sheets along; for the compiler they are nothing.
declare module '*.css'
