/** Finds citations of rules in a source: in its comments and in the titles of its tests. Pure. */
import { codeOf, type Piece, piecesOf } from '../drift/rules/code'
import { RULE_ID } from './rulebook'

export interface Citation {
  readonly id: string
  readonly path: string
  /** From 1. */
  readonly line: number
}

/** A test or a group of tests that names a rule at the beginning of its title. */
export interface NamedTest extends Citation {
  readonly title: string
  /** It stands in a test.skip, a describe.skipIf or the like, so it may not run. */
  readonly mayBeSkipped: boolean
}

const CITED = new RegExp(String.raw`\[(${RULE_ID})\](?!\()`, 'g')
const NAMED = new RegExp(String.raw`^(?:\[${RULE_ID}\] )+`)

/** In the comments of TypeScript. */
export const citationsIn = (path: string, source: string): readonly Citation[] =>
  [...piecesOf(source)]
    .filter(({ kind }) => kind === 'comment')
    .flatMap(({ text, at }) => citedIn(path, source, text, at))

/** In a page, links excepted. */
export const citationsInPage = (path: string, page: string): readonly Citation[] =>
  citedIn(path, page, page, 0)

/** Numbers of sections, as rules were once cited; they have names. */
export const sectionsIn = (text: string): readonly string[] => text.match(/\b[dD]\d{1,2}\b/g) ?? []

/** The literals that begin with rules, each with the literals that are added to it. */
export function testsIn(path: string, source: string): readonly NamedTest[] {
  const skipped = skippedIn(source)
  const pieces = [...piecesOf(source)]
  const found: NamedTest[] = []
  let read = 0
  for (const [index, { kind, text, at }] of pieces.entries()) {
    if (at < read || kind !== 'literal' || !NAMED.test(text.slice(1))) continue
    const { title, endsAt } = titleFrom(pieces.slice(index))
    read = endsAt
    const mayBeSkipped = skipped.some(([from, to]) => from <= at && at < to)
    const named = citedIn(path, source, NAMED.exec(title)?.[0] ?? '', at)
    found.push(...named.map((cited) => ({ ...cited, title, mayBeSkipped })))
  }
  return found
}

/** `'one ' + 'title'` as one text; a title with values in it ends before the first. */
function titleFrom(pieces: readonly Piece[]) {
  let title = ''
  let endsAt = 0
  let between = '+'
  for (const { kind, text, at } of pieces) {
    if (kind === 'code') between += text
    else if (kind === 'comment' || between.trim() !== '+') break
    else {
      const hasValue = text.endsWith('${')
      title += text.slice(1, hasValue ? -2 : -1)
      endsAt = at + text.length
      between = hasValue ? 'a value' : ''
    }
  }
  return { title, endsAt }
}

const citedIn = (path: string, source: string, text: string, at: number): readonly Citation[] =>
  [...text.matchAll(CITED)].map(({ 1: id = '', index }) => ({
    id,
    path,
    line: source.slice(0, at + index).split('\n').length,
  }))

type Span = readonly [from: number, to: number]

const SKIPS = /\b(?:test|describe|it)(?:\.\w+)*?\.(?:skip|skipIf|todo|todoIf|if)\b/g

/** From each call that may skip to the end of its last pair of brackets. */
function skippedIn(source: string): readonly Span[] {
  const code = codeOf(source)
  return [...code.matchAll(SKIPS)].map(({ 0: call, index }): Span => {
    let end = index + call.length
    for (;;) {
      const next = /^(?:\.\w+)*\s*[(`]/.exec(code.slice(end))
      if (next === null) return [index, end]
      const open = end + next[0].length - 1
      end = code[open] === '`' ? code.indexOf('`', open + 1) + 1 : closingOf(code, open)
    }
  })
}

/** After the bracket that closes the one at `open`. */
function closingOf(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    if (code[at] === '(') depth++
    if (code[at] === ')') depth--
    if (depth === 0) return at + 1
  }
  return code.length
}
