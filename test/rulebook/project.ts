/** The rules of this project, and where its files cite them. */
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
  /** By the code of src. */
  readonly cited: readonly Citation[]
  /** By bench, comments of tests, and pages. */
  readonly mentioned: readonly Citation[]
  readonly tests: readonly NamedTest[]
}

export function readProject(): Project {
  const sources = sourcesOf('src')
  const cited = (files: ReadonlyMap<string, string>): readonly Citation[] =>
    [...files].flatMap(([path, source]) => citationsIn(path, source))
  const tests = [...sourcesOf('test')].filter(([path]) => path.endsWith('.test.ts'))
  return {
    book: rulebookOf(readText('docs/rules.md')),
    sources,
    cited: cited(sources),
    mentioned: [
      ...cited(sourcesOf('bench', 'test')).filter(({ path }) => !ABOUT_RULES.test(path)),
      ...pages().flatMap((path) => citationsInPage(path, readText(path))),
    ],
    tests: tests
      .filter(([path]) => !ABOUT_RULES.test(path))
      .flatMap(([path, source]) => testsIn(path, source)),
  }
}

/** These have examples that are none of the rules. */
const ABOUT_RULES = /^test\/(?:rulebook\/|drift\/rulebook\.)/

/** All but the rules themselves, which define what the others cite. */
const pages = (): readonly string[] =>
  [...new Bun.Glob('{*.md,docs/**/*.md,patches/*.md}').scanSync({ cwd: ROOT })]
    .filter((path) => path !== 'docs/rules.md')
    .sort()
