/**
 * Types of files that are imported as text: `import text from './file.md' with { type: 'text' }`.
 * A style sheet that a console component imports without a name is bundled into the page's.
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
