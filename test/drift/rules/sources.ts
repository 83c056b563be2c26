/** The project's own TypeScript files: their texts by path, in the order of their paths. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../../..')

export function sourcesOf(...folders: readonly string[]): ReadonlyMap<string, string> {
  // One glob for each folder: Bun finds nothing for a pattern with many alternatives.
  const found = folders.flatMap((folder) => [
    ...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync({ cwd: ROOT }),
  ])
  // What a generator wrote is not ours to tidy.
  const paths = [...new Set(found)].filter((path) => !path.startsWith('test/golden/')).sort()
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}
