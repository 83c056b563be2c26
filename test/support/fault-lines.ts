/** The lines of docs/faults.md that force something, and what each says that it forces. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface FaultLine {
  /** The heading of its table. */
  readonly section: string
  /** As it stands on the page. */
  readonly written: string
  readonly method: string
  readonly path: string
  readonly body: string | undefined
  readonly expected: string
}

/** A row of the table that says what a bot does with an answer. */
export interface AdviceRow {
  /** Statuses, as text. */
  readonly answers: readonly string[]
  /** Whether the same request can succeed. */
  readonly again: string
  /** The codes that it names. */
  readonly codes: readonly string[]
}

const PAGE = join(import.meta.dir, '../../docs/faults.md')
const LINE = /^(PUT|POST|DELETE) (\S+)(?: (\{.*\}))?$/

export function faultLines(): readonly FaultLine[] {
  let section = ''
  return readFileSync(PAGE, 'utf8')
    .split('\n')
    .flatMap((row): readonly FaultLine[] => {
      section = /^## (.*)/.exec(row)?.[1] ?? section
      const cells = row.startsWith('| ') ? row.slice(2, -2).split(' | ') : []
      const [written = '', expected = ''] = cells
        .slice(-2)
        .map((cell) => cell.trim().replaceAll('`', ''))
      const [, method, path, body] = LINE.exec(written) ?? []
      if (method === undefined || path === undefined) return []
      return [{ section, written, method, path, body, expected }]
    })
}

export function adviceRows(): readonly AdviceRow[] {
  const [, rest = ''] = readFileSync(PAGE, 'utf8').split('## What to do with each error\n')
  const [section = ''] = rest.split('\n## ')
  return section.split('\n').flatMap((row): readonly AdviceRow[] => {
    const [answers = '', again = '', advice = ''] = row.split(' | ').map((cell) => cell.trim())
    if (!/\d{3}/.test(answers)) return []
    const codes = [...advice.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, code = '']) => code)
    return [{ answers: answers.match(/\d{3}/g) ?? [], again, codes }]
  })
}
