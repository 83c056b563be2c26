/**
 * A recorded run as text: a line for each thing that happened, which begins with the hash of itself
 * and of the line before it. So a byte that was changed and a line that is missing both show, and
 * where. It proves no more: whoever changes the run can make all hashes anew.
 */
import { createHash } from 'node:crypto'

const HASH = /^[0-9a-f]{64} /
const HASH_LENGTH = 64

const hashOf = (before: string, payload: string): string =>
  createHash('sha256').update(`${before}\n${payload}`).digest('hex')

/** Each payload is one line of JSON that begins with its number: `{"n":1,…`. */
export function chainOf(payloads: readonly string[]): string {
  let hash = ''
  const lines = payloads.map((payload) => {
    hash = hashOf(hash, payload)
    return `${hash} ${payload}\n`
  })
  return lines.join('')
}

export interface ChainFault {
  /** The number of the line in the text, from 1. */
  readonly line: number
  readonly fault: string
}

/** The payloads, or where the chain is broken. */
export function payloadsIn(text: string): readonly string[] | ChainFault {
  const lines = text.split('\n')
  if (lines.pop() !== '') return { line: lines.length + 1, fault: 'it ends within this line' }
  const payloads: string[] = []
  let before = ''
  for (const [index, line] of lines.entries()) {
    const number = index + 1
    if (!HASH.test(line)) return { line: number, fault: 'it is no line of a recorded run' }
    const [hash, payload] = [line.slice(0, HASH_LENGTH), line.slice(HASH_LENGTH + 1)]
    const own = Number(/^\{"n":(\d+)/.exec(payload)?.[1])
    if (own > number) return { line: number, fault: missing(number, own - 1) }
    if (hash !== hashOf(before, payload)) {
      return { line: number, fault: 'this line is not as it was recorded' }
    }
    payloads.push(payload)
    before = hash
  }
  return payloads
}

const missing = (first: number, last: number): string =>
  first === last
    ? `line ${first} of the run is missing here`
    : `lines ${first} to ${last} of the run are missing here`
