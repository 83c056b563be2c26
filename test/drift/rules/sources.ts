/** The project's own TypeScript files: their texts by path, in the order of their paths. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../../..')

export function sourcesOf(...folders: readonly string[]): ReadonlyMap<string, string> {
  const glob = new Bun.Glob(`{${folders.join(',')}}/**/*.{ts,tsx}`)
  // What a generator wrote is not ours to tidy.
  const paths = [...glob.scanSync({ cwd: ROOT })]
    .filter((path) => !path.startsWith('test/golden/'))
    .sort()
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}
