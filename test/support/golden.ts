/** Files under test/golden: what something looked like when a person last agreed to it. */
import { join } from 'node:path'

const FOLDER = join(import.meta.dir, '../golden')
const isUpdating = process.env.UPDATE_GOLDEN === '1'

/** The file's text; with UPDATE_GOLDEN=1 the new text, which it is then made of. */
export async function golden(name: string, now: string): Promise<string> {
  const path = join(FOLDER, name)
  if (isUpdating) await Bun.write(path, now)
  return (await Bun.file(path).exists()) ? Bun.file(path).text() : ''
}

/** JSON with its keys in alphabetical order, so that only a change of content is a change. */
export const sortedJson = (value: unknown): string =>
  `${JSON.stringify(value, (_, part: unknown) => sorted(part), 2)}\n`

const sorted = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
    : part
