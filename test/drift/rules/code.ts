/**
 * A source text with its comments and the insides of its strings and regular expressions blanked,
 * so that a rule about code is not set off by a word about it. Every character keeps its line and
 * column.
 *
 * Knows as much of TypeScript's grammar as formatted files need: a regular expression right after
 * a `)` or a `}` is taken for a division.
 */
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
/** From a backtick, or the brace that ends an interpolation, to the next of either kind. */
const TEMPLATE_PART = /[`}](?:\\[\s\S]|[^`\\$]|\$(?!\{))*(?:`|\$\{)/y

export function codeOf(source: string): string {
  /** For each interpolation that is open: how many braces are open within it. */
  const interpolations: number[] = []
  let code = ''
  while (code.length < source.length) {
    const at = code.length
    const next = source.charAt(at)
    const comment = matchAt(COMMENT, source, at)
    if (comment !== undefined) {
      code += blank(comment)
    } else if (next === '`' || (next === '}' && interpolations.at(-1) === 0)) {
      const part = matchAt(TEMPLATE_PART, source, at) ?? next
      if (next === '}') interpolations.pop()
      if (part.endsWith('${')) interpolations.push(0)
      code += insideBlank(part)
    } else {
      const open = interpolations.pop()
      if (open !== undefined) interpolations.push(open + (BRACES[next] ?? 0))
      const literal =
        matchAt(STRING, source, at) ?? (endsAValue(code) ? undefined : matchAt(REGEX, source, at))
      code += literal === undefined ? next : insideBlank(literal)
    }
  }
  return code
}

const BRACES: Readonly<Record<string, number>> = { '{': 1, '}': -1 }

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** After a value a slash divides; after anything else it opens a regular expression. */
function endsAValue(code: string): boolean {
  const end = code.slice(-200).trimEnd()
  return /[\w$)\]}'"`]$/.test(end) && !/\b(?:return|typeof|case|in|of|throw|await)$/.test(end)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
const insideBlank = (text: string): string =>
  text.length < 2 ? text : text.charAt(0) + blank(text.slice(1, -1)) + text.slice(-1)
