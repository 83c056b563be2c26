/** Imports that lead back to where they began. */
import { importsOf, resolveImport } from './imports'

/** One line for each circle, `a → b → a`, found by walking in depth; type-only imports count. */
export function circles(sources: ReadonlyMap<string, string>): readonly string[] {
  const found: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const source = sources.get(path)
    if (source === undefined || done.has(path)) return
    const began = trail.indexOf(path)
    if (began >= 0) {
      found.push([...trail.slice(began), path].join(' → '))
      return
    }
    trail.push(path)
    for (const { from } of importsOf(source)) visit(resolveImport(path, from, sources))
    trail.pop()
    done.add(path)
  }
  for (const path of sources.keys()) visit(path)
  return found
}
