/** `import text from './file.css' with { type: 'text' }` */
declare module '*.css' {
  const text: string
  export default text
}
