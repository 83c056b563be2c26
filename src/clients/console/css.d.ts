/** A style sheet that a component imports: the bundler adds it to the page's. */
declare module '*.css'
