/** `import text from './file.csv' with { type: 'text' }` */
declare module '*.csv' {
  const text: string
  export default text
}
