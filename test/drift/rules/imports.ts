/** What a source file imports, type-only and dynamic imports included, read from its text. */
import { posix } from 'node:path'
import { codeOf } from './code'

export interface Import {
  readonly from: string
  readonly typeOnly: boolean
}

/** A `from` or `import` before a string whose inside has been blanked; `x.from('…')` is a call. */
const SPECIFIER = /(?:(?<![.\w$])from\s*|\b(?:import|require)\s*\(?\s*)(['"])( *)\1/g
const TYPE_STATEMENT = /\b(?:import|export)\s+type\b[^'"=();]*$/
/** Every name of the clause is a type: `import { type A, type B }`. */
const TYPE_NAMES = /\b(?:import|export)\s*\{(?:\s*type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?)+\s*\}\s*$/

export function importsOf(source: string): readonly Import[] {
  const code = codeOf(source)
  return [...code.matchAll(SPECIFIER)].map((found) => {
    const end = found.index + found[0].lastIndexOf(found[1] ?? "'")
    const statement = code.slice(0, found.index)
    return {
      from: source.slice(end - (found[2] ?? '').length, end),
      typeOnly: TYPE_STATEMENT.test(statement) || TYPE_NAMES.test(statement),
    }
  })
}

/** The path of the file that a relative import means, among `paths`; a package as it is written. */
export function resolveImport(
  importer: string,
  from: string,
  paths: { has(path: string): boolean },
): string {
  if (!from.startsWith('.')) return from
  const target = posix.join(posix.dirname(importer), from)
  const candidates = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`]
  return candidates.find((path) => paths.has(path)) ?? target
}
