/** The README's shell blocks, as far as it writes them: words, quotes, continuations, comments. */

/** A command, and the comment lines after it, which show what it answers. */
export interface Shown {
  readonly words: readonly string[]
  readonly answer: string
}

const WORD = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g
const QUOTED = /'([^']*)'|"([^"]*)"/g

const wordsOf = (line: string): readonly string[] =>
  (line.match(WORD) ?? []).map((word) =>
    word.replace(QUOTED, (_, single?: string, double?: string) => single ?? double ?? ''),
  )

export function commandsIn(markdown: string): readonly Shown[] {
  const blocks = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  return blocks.flatMap((block) => {
    const shown: Shown[] = []
    for (const line of block.replaceAll('\\\n', ' ').split('\n')) {
      const last = shown.at(-1)
      if (line.startsWith('#') && last !== undefined) {
        shown[shown.length - 1] = { ...last, answer: last.answer + line.slice(1).trim() }
      } else if (line.trim() !== '') shown.push({ words: wordsOf(line), answer: '' })
    }
    return shown
  })
}

export interface CurlRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** What it is given by the variable of the shell that holds headers. */
  readonly signedIn: boolean
}

const JSON_HEADERS = { 'content-type': 'application/json' }
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }

/** Undefined for another command. Throws for an option that it does not know. */
export function curlRequestOf([command, ...words]: readonly string[]): CurlRequest | undefined {
  if (command !== 'curl') return undefined
  let [method, path, signedIn] = ['', '', false]
  let headers: Record<string, string> = {}
  const bodies: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const next = () => words[++at] ?? ''
    const [, ownPath] = /^localhost:3000(\/.*)$/.exec(word) ?? []
    if (ownPath !== undefined) path = ownPath
    else if (word.includes('auth[@]')) signedIn = true
    else if (word === '-X') method = next()
    else if (word === '-H') {
      const [name = '', value = ''] = next().split(': ')
      headers[name] = value
    } else if (word === '-d' || word === '--json') {
      bodies.push(next())
      headers = { ...headers, ...(word === '-d' ? FORM_HEADERS : JSON_HEADERS) }
    } else if (word !== '-s') throw new Error(`curl ${word}`)
  }
  const body = bodies.length === 0 ? null : bodies.join('&')
  return { method: method || (body === null ? 'GET' : 'POST'), path, headers, body, signedIn }
}
