/** The rules of this project, and the places that cite them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesOf } from '../drift/rules/sources'
import { type Citation, citationsIn, citationsInPage, type NamedTest, testsIn } from './citations'
import { type Rulebook, rulebookOf } from './rulebook'

const ROOT = join(import.meta.dir, '../..')
const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

export interface Project {
  readonly book: Rulebook
  /** The code of src, by path. */
  readonly sources: ReadonlyMap<string, string>
  /** Citations in the code of src. */
  readonly cited: readonly Citation[]
  /** Citations in bench, in comments of tests, and in pages. */
  readonly mentioned: readonly Citation[]
  readonly tests: readonly NamedTest[]
  /** Every source and page, by path. */
  readonly texts: readonly (readonly [path: string, text: string])[]
}

export function readProject(): Project {
  const sources = sourcesOf('src')
  const others = [...sourcesOf('bench', 'test')].filter(([path]) => !ABOUT_RULES.test(path))
  const pages = pagePaths().map((path) => [path, readText(path)] as const)
  return {
    book: rulebookOf(readText(RULES)),
    sources,
    cited: [...sources].flatMap(([path, source]) => citationsIn(path, source)),
    mentioned: [
      ...others.flatMap(([path, source]) => citationsIn(path, source)),
      ...pages.flatMap(([path, page]) => (path === RULES ? [] : citationsInPage(path, page))),
    ],
    tests: others
      .filter(([path]) => path.endsWith('.test.ts'))
      .flatMap(([path, source]) => testsIn(path, source)),
    texts: [...sources, ...others, ...pages],
  }
}

/** It defines what the others cite. */
const RULES = 'docs/rules.md'
/** These have examples that are none of the rules. */
const ABOUT_RULES = /^test\/(?:rulebook\/|drift\/rulebook\.)/

const pagePaths = (): readonly string[] =>
  ['*.md', 'docs/*.md', 'docs/decisions/*.md'].flatMap((pattern) =>
    [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].sort(),
  )
