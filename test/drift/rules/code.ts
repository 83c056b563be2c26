/**
 * A source text in pieces: its code, its comments, and its strings, templates and regular
 * expressions. Knows as much of TypeScript's grammar as formatted files need: a regular expression
 * right after a `)` or a `}` is taken for a division.
 */
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
/** Nothing in it begins or ends anything else. */
const PLAIN = /[^'"`/{}]+/y
/** From a backtick, or the brace that ends an interpolation, to the next of either kind. */
const TEMPLATE_PART = /[`}](?:\\[\s\S]|[^`\\$]|\$(?!\{))*(?:`|\$\{)/y

export interface Piece {
  readonly kind: 'code' | 'comment' | 'literal'
  readonly text: string
  /** Its offset in the source. */
  readonly at: number
}

/** All of them, in their order: joined they are the source. */
export function* piecesOf(source: string): Generator<Piece> {
  /** For each interpolation that is open: how many braces are open within it. */
  const interpolations: number[] = []
  let code = ''
  const pieceAt = (at: number): Piece => {
    const plain = matchAt(PLAIN, source, at)
    if (plain !== undefined) return { kind: 'code', text: plain, at }
    const comment = matchAt(COMMENT, source, at)
    if (comment !== undefined) return { kind: 'comment', text: comment, at }
    const next = source.charAt(at)
    if (next === '`' || (next === '}' && interpolations.at(-1) === 0)) {
      const part = matchAt(TEMPLATE_PART, source, at) ?? next
      if (next === '}') interpolations.pop()
      if (part.endsWith('${')) interpolations.push(0)
      return { kind: 'literal', text: part, at }
    }
    const open = interpolations.pop()
    if (open !== undefined) interpolations.push(open + (BRACES[next] ?? 0))
    const literal =
      matchAt(STRING, source, at) ?? (endsAValue(code) ? undefined : matchAt(REGEX, source, at))
    return literal === undefined
      ? { kind: 'code', text: next, at }
      : { kind: 'literal', text: literal, at }
  }
  for (let at = 0; at < source.length; ) {
    const piece = pieceAt(at)
    code = (code + blanked(piece)).slice(-200)
    at += piece.text.length
    yield piece
  }
}

/**
 * The source with its comments and the insides of its literals blanked, so that a rule about code
 * is not set off by a word about it. Every character keeps its line and column.
 */
export const codeOf = (source: string): string => [...piecesOf(source)].map(blanked).join('')

function blanked({ kind, text }: Piece): string {
  if (kind === 'code') return text
  return kind === 'comment' ? blank(text) : insideBlank(text)
}

const BRACES: Readonly<Record<string, number>> = { '{': 1, '}': -1 }

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** After a value a slash divides; after anything else it opens a regular expression. */
function endsAValue(code: string): boolean {
  const end = code.trimEnd()
  return /[\w$)\]}'"`]$/.test(end) && !/\b(?:return|typeof|case|in|of|throw|await)$/.test(end)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
const insideBlank = (text: string): string =>
  text.length < 2 ? text : text.charAt(0) + blank(text.slice(1, -1)) + text.slice(-1)
