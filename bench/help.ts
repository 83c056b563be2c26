/** Prints the usage and ends if the command line asks for it. */
export function helpWith(usage: string): void {
  if (!Bun.argv.some((argument) => argument === '--help' || argument === '-h')) return
  console.log(usage)
  process.exit(0)
}
