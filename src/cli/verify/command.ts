/** `paper verify`: a recorded run, again [exec.verify]. */

import { readFile } from 'node:fs/promises'
import { plural } from '../../core/count'
import { fault, isFault } from '../../core/fault'
import { reasonOf } from '../../core/reason'
import { verified } from '../../testing/record/verify'
import { action, type CliCommand, type Outcome } from '../shared/command'
import type { Terminal } from '../shared/terminal'
import { VERIFY_HELP } from './help'

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
