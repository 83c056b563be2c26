/**
 * The English of documents and comments, as far as a pattern can hold it. CONTRIBUTING.md says the
 * rules in words.
 */
import { piecesOf } from './code'

export interface ProseRule {
  readonly name: string
  readonly pattern: RegExp
  readonly remedy: string
}

/** A sentence or a phrase of its own begins here. */
const BEGIN = String.raw`(?:^|(?<=[.:;!?)”*_|] )|(?<=^[-*\d.]+ ))`

/** Nouns of places, and verbs that ask for a place. A clause about a place may follow them. */
const PLACES =
  'place|page|line|file|folder|column|table|row|point|machine|field|section|list|room|say|show|' +
  'see|know|find|name|look|decide|matter|from|is|to|about|on|exactly'

/** Programs and their parts, which notify and cache, and do not know. */
const THINGS =
  'server|process|matcher|book|cache|registry|proxy|driver|page|code|core|sequencer|database|' +
  'client|statement|batch|command|market|clock|engine|planner|program|test|kit|library|pool'

export const PROSE: readonly ProseRule[] = [
  {
    name: 'where for if',
    pattern: new RegExp(
      String.raw`(?<!\b(?:${PLACES})s?,? )` +
        String.raw`(?:\bWhere\b(?! (?:to|do|does|is|are)\b)|(?<!^)\bwhere\b(?! to\b))`,
    ),
    remedy: '"if" for a condition, "when" for a time; "where" only after a place',
  },
  {
    name: 'a sentence that begins with a preposition',
    pattern: new RegExp(`${BEGIN}(?:Of|By(?! (?:default|hand)\\b)|Behind|Beside)\\b`),
    remedy: 'begin with the subject, or with a verb',
  },
  {
    name: 'a label for a clause',
    pattern: new RegExp(`${BEGIN}(?:Null|Undefined|Left out|True|False): [a-z]`),
    remedy: 'write "null if …", "omit it to …"',
  },
  {
    name: 'left out',
    pattern: /\b[Ll]eft out\b/,
    remedy: '"omit it to …", "without it …"',
  },
  {
    name: 'a thing that tells',
    pattern: /\b(?:[Tt]ells?|[Tt]elling|[Tt]old)\b(?! (?:to|apart)\b)/,
    remedy: 'it returns, reports, shows, notifies, or says',
  },
  {
    name: 'a thing that hears or learns',
    pattern: /\b(?:[Hh]ears?|[Hh]eard|[Ll]earns?)\b/,
    remedy: 'it receives, or is notified',
  },
  {
    name: 'a thing that knows',
    pattern: new RegExp(String.raw`\b(?:${THINGS})s? (?:that )?(?:knows?|knew)\b`),
    remedy: 'it has, caches, finds, or distinguishes',
  },
  {
    name: 'a participle for a noun',
    pattern:
      /\bthe (?:kept|told|heard|asked|given|taken|made)(?= (?:is|are|was|were|and|or)\b|[.,;:])/,
    remedy: 'name the noun',
  },
  {
    name: 'those for a noun',
    pattern: /\b[Tt]hose (?:that|which|of)\b/,
    remedy: 'repeat the noun',
  },
  { name: 'anew', pattern: /\banew\b/, remedy: 'again, or new' },
  { name: 'be it', pattern: /\b[Bb]e it\b(?![.,;)])/, remedy: 'whether' },
]

/** A line of prose, with its number in the file. */
interface Line {
  readonly text: string
  readonly line: number
}

/** Paragraphs, items and cells, each as one text, without code and addresses. */
function paragraphsIn(markdown: string): readonly Line[] {
  const paragraphs: { text: string; line: number }[] = []
  let fenced = false
  let goesOn = false
  for (const [index, raw] of markdown.split('\n').entries()) {
    const text = raw.trim()
    const line = index + 1
    if (raw.startsWith('```')) fenced = !fenced
    if (fenced || raw.startsWith('```') || text === '' || text.startsWith('#')) {
      goesOn = false
    } else if (text.startsWith('|')) {
      goesOn = false
      for (const cell of withoutCode(text).split('|')) paragraphs.push({ text: cell.trim(), line })
    } else {
      const last = paragraphs.at(-1)
      if (goesOn && last !== undefined && !ITEM.test(text)) last.text += ` ${text}`
      else paragraphs.push({ text, line })
      goesOn = true
    }
  }
  return paragraphs.map(({ text, line }) => ({ text: withoutCode(text), line }))
}

/** What a new item of a list begins with. */
const ITEM = /^(?:[-*] |\d+\. )/

/** Code and addresses are not prose; a mark keeps the place of a word. */
const withoutCode = (line: string): string =>
  line.replace(/`[^`]*`/g, '…').replace(/\]\([^)]*\)/g, ']')

/** Each comment of a source as one text: a doc comment, or lines of `//` that follow each other. */
function commentsIn(source: string): readonly Line[] {
  const comments: { text: string; line: number; last: number }[] = []
  for (const { kind, text, at } of piecesOf(source)) {
    if (kind !== 'comment') continue
    const line = source.slice(0, at).split('\n').length
    const said = withoutCode(
      text
        .replace(/^\/\*\*?|\*\/$|^\/\/ ?/g, '')
        .replace(/^\s*\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    const before = comments.at(-1)
    if (text.startsWith('//') && before !== undefined && before.last === line - 1) {
      before.text += ` ${said}`
      before.last = line
    } else comments.push({ text: said, line, last: text.startsWith('//') ? line : -1 })
  }
  return comments
}

/** A string or a template, with the strings that are added to it. */
interface Literal {
  text: string
  readonly line: number
  /** Whether a tag or an operator makes it code: SQL, a regular expression, an import. */
  readonly isCode: boolean
}

/**
 * The literals of a source. A mark keeps the place of an interpolation, whose own literals follow
 * as texts of their own.
 */
function literalsIn(source: string): readonly Literal[] {
  const literals: Literal[] = []
  /** Templates whose interpolations are open, the innermost last. */
  const open: Literal[] = []
  let last: Literal | undefined
  let code = ''
  for (const { kind, text, at } of piecesOf(source)) {
    if (kind === 'comment') continue
    if (kind === 'code') {
      code += text
      continue
    }
    const continued = text.startsWith('}') ? open.pop() : undefined
    const words = wordsOf(text)
    let literal = continued ?? (/^\s*\+\s*$/.test(code) ? last : undefined)
    if (literal === undefined) {
      const line = source.slice(0, at).split('\n').length
      literal = { text: words, line, isCode: text.startsWith('/') || CODE_BEFORE.test(code) }
      literals.push(literal)
    } else literal.text += continued === undefined ? words : `…${words}`
    if (text.endsWith('${')) open.push(literal)
    last = text.endsWith('${') ? undefined : literal
    code = ''
  }
  return literals
}

/** Code after which a literal is no text for people: a tag of SQL, an import. */
const CODE_BEFORE = /(?:\bsql(?:<[^>]*>)?|\bsql\.raw\(|\bfrom |\bimport\()$/

/** The characters that a literal stands for, without its delimiters. */
const wordsOf = (literal: string): string =>
  literal
    .replace(/^[`'"}]|(?:[`'"]|\$\{)$/g, '')
    .replaceAll('\\n', '\n')
    .replace(/\\(.)/g, '$1')

/** A statement of SQL outside of a tag. */
const STATEMENT = /^\s*(?:select|insert into|update \S+ set|delete from|with \S+ as|create)\b/

/** An entry of a table in a help text: a name, and after two spaces its description. */
const ENTRY = /^ +\S.*? {2,}(?=\S)/

/** The texts for people in the literals of a source, of two words or more. */
function textsIn(source: string): readonly Line[] {
  return literalsIn(source).flatMap(({ text, line, isCode }) => {
    if (isCode || !/\w \w/.test(text) || STATEMENT.test(text)) return []
    const texts: string[] = []
    for (const paragraph of text.split(/\n\s*\n/)) {
      for (const [index, raw] of paragraph.split('\n').entries()) {
        if (index === 0 || ENTRY.test(raw)) texts.push(raw.replace(ENTRY, '').trim())
        else texts.push(`${texts.pop()} ${raw.trim()}`)
      }
    }
    return texts.map((each) => ({ text: withoutCode(each), line }))
  })
}

/** The faults of a document, or of a source's comments. */
export const proseFaults = (path: string, text: string): readonly string[] =>
  faultsIn(path, path.endsWith('.md') ? paragraphsIn(text) : commentsIn(text))

/** The faults of a source's texts for people: answers, documents of the API, help, log lines. */
export const textFaults = (path: string, source: string): readonly string[] =>
  faultsIn(path, textsIn(source))

/** One line for each fault: `docs/x.md:12: where for if: "…" (remedy)`. */
function faultsIn(path: string, lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ text, line }) =>
    PROSE.flatMap(({ name, pattern, remedy }) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => {
        const shown = text.slice(Math.max(0, index - 30), index + 40)
        return `${path}:${line}: ${name}: "${shown}" (${remedy})`
      }),
    ),
  )
}
