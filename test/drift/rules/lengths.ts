/** How many lines a file has if it is a chapter: no card, and no book. */
import { importsOf, resolveImport } from './imports'

const LINES_MAX = 500

export const linesAllowed = (path: string): number =>
  path.startsWith('src/') ? LINES_MAX : Number.POSITIVE_INFINITY

/** A file below this length is a card: a reader opens it for a few lines. */
const CHAPTER_LINES_MIN = 40

/** Files that every feature or page has by the layout of their folders, however short they are. */
const BY_LAYOUT = /\/(?:routes|wire|text)\.ts$/

/** A header that says why its file stands apart. */
const REASON = /^\/\*\*(?:(?!\*\/)[\s\S])*\b[Aa]part\b/

/**
 * One line for each card of src with one importer and no reason in its header. A file without
 * importers is a program, or declares types.
 */
export function cardFaults(sources: ReadonlyMap<string, string>): readonly string[] {
  const importers = new Map<string, Set<string>>()
  for (const [path, source] of sources) {
    for (const { from } of importsOf(source)) {
      const target = resolveImport(path, from, sources)
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  }
  return [...sources].flatMap(([path, source]) => {
    const lines = source.split('\n').length - 1
    const count = importers.get(path)?.size ?? 0
    if (lines >= CHAPTER_LINES_MIN || count !== 1) return []
    if (BY_LAYOUT.test(path) || REASON.test(source)) return []
    return [`${path}: ${lines} lines for one importer: join them, or say in its header why not`]
  })
}
