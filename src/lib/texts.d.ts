/**
 * Files that are imported as text: `import text from './file.md' with { type: 'text' }`. A style
 * sheet that a component of the console imports by its name alone goes into the page's.
 */
declare module '*.css' {
  const text: string
  export default text
}
declare module '*.md' {
  const text: string
  export default text
}
declare module '*.csv' {
  const text: string
  export default text
}
