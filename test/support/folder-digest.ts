/**
 * Digests a folder: names, kinds, sizes, times of change to the nanosecond, and contents except of
 * large files, such as a log.
 */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const LARGE_BYTES = 64 * 1024

/** A line for each file, folder and link below it. */
export function digestOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.sort().map((name) => {
    const path = join(folder, name)
    const found = lstatSync(path, { bigint: true })
    return [name, found.mode, found.size, found.mtimeNs, contentOf(path)].join(' ')
  })
}

function contentOf(path: string): string {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return readlinkSync(path)
  const isSmall = found.isFile() && found.size <= LARGE_BYTES
  return isSmall ? String(Bun.hash(readFileSync(path))) : ''
}
