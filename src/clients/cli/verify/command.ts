/** `paper verify`: a recorded run, again [exec.verify]. */
import { readFile } from 'node:fs/promises'
import { fault, isFault } from '../../../lib/fault'
import { plural, reasonOf } from '../../../lib/text'
import { verified } from '../../testing/record/verify'
import { action, type CliCommand, type Outcome } from '../shared/command'
import type { Terminal } from '../shared/terminal'

export const VERIFY_HELP = `\
Plays a run that paper exec has recorded once more, and compares it byte by byte.

  paper verify FILE

In a clone it is bun run paper verify: bun run verify checks the clone itself.

The run begins with the version, the seed, the settings and the scenario, and has a line for each
call that could change the books, and for each event of an order. The calls are made again, one
after the other, on a new broker in memory; what comes of them must be the same text.

It ends with status 0 where it is. Otherwise it says in which line of the file what differs: a byte
that was changed, lines that are missing, or what came out otherwise.`

export const verifyCommand: CliCommand = {
  name: 'verify',
  help: VERIFY_HELP,
  does: action({ operands: ['FILE'], options: {} }, (line, { terminal }) => {
    const [file = ''] = line.operands
    return verify(file, terminal)
  }),
}

async function verify(file: string, { say }: Pick<Terminal, 'say'>): Promise<Outcome> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => fault(reasonOf(error)))
  if (isFault(text)) return fault(`${file} cannot be read: ${text.fault}`)
  const found = await verified(text).catch((error: unknown) => fault(reasonOf(error)))
  if (!isFault(found)) {
    const { lines, events, start, playedBy, difference } = found
    const by =
      start.version === playedBy
        ? ''
        : `\nIt was recorded by version ${start.version}, and played by ${playedBy}.`
    if (difference !== null) return fault(`${file}:${difference.line}: ${difference.fault}${by}`)
    const same = `${plural(lines, 'line')} with ${plural(events, 'event')} of orders`
    say(`${file}: the same again, ${same}.${by}`)
    return undefined
  }
  return fault(
    'line' in found ? `${file}:${found.line}: ${found.fault}` : `${file}: ${found.fault}`,
  )
}
