/** `bun run build`: makes what the package holds, in `dist`. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyAssets } from './assets'
import { writeDeclarations } from './declarations'
import { bundleJavaScript } from './javascript'

export const ROOT = join(import.meta.dir, '..')

const HELP = `\
Makes the package: JavaScript, declarations and the files that the server reads, in dist.

  bun run build

npm pack and bun pm pack call it first.`

async function build(): Promise<string> {
  const dist = join(ROOT, 'dist')
  await rm(dist, { recursive: true, force: true })
  await Promise.all([bundleJavaScript(dist), writeDeclarations(dist), copyAssets(dist)])
  return dist
}

const isHelp = process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))
process.stdout.write(`${isHelp ? HELP : await build()}\n`)
