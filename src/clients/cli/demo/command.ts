/** `paper demo`: plays a first trade over HTTP, on a server of its own. */
import { newClientId, newClientSecret } from '../../../identity/secrets'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage } from '../../../lib/text'
import { openClient } from '../../sdk'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { startServer } from '../shared/own-server'
import { firstTrade } from './first-trade'
import { jsonNarratorOn, type Narrator, narratorOn } from './show'

export const DEMO_HELP = `\
Plays a first trade from end to end, in a few seconds, on a server and a database of its own.

  paper demo [--json]

  --json   prints each step as one line of JSON

It needs no network and leaves nothing behind. Its exit status is 1 if a check fails.`

const DEADLINE_MS = 120_000
const MONDAY_MORNING = '2026-03-02T10:00:00-05:00'

export const demoCommand: CliCommand = {
  name: 'demo',
  help: DEMO_HELP,
  endsItself: true,
  action: action({ operands: [], options: { json: 'flag' } }, (line, context) => {
    const narrator = line.flag('json') ? jsonNarratorOn : narratorOn
    return run(narrator(context.terminal), context)
  }),
}

async function run(
  narrator: Narrator,
  { env, program, stopped }: CommandContext,
): Promise<Outcome> {
  const credentials = { clientId: newClientId(), clientSecret: newClientSecret() }
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  narrator.say(
    'starting a server: a simulated Monday morning in New York, its database in memory …',
  )
  const server = startServer({ env, program }, AbortSignal.any([stopped, deadline]), {
    PAPER_CLIENT_ID: credentials.clientId,
    PAPER_CLIENT_SECRET: credentials.clientSecret,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: 'memory',
    MARKET_CLOCK: MONDAY_MORNING,
    // The clock stands still until the demo moves it, so a busy machine shows the same trade.
    MARKET_SPEED: '0',
    SANDBOX: 'on',
    // Each tick renews the size shown, so that a large order takes several ticks [profile.ideal].
    FILL_PROFILE: 'ideal',
  })
  const trade = async (): Promise<boolean> => {
    const url = await server.listening
    narrator.say(`the server listens at ${url}`)
    return firstTrade(openClient({ url, ...credentials }), narrator)
  }
  const holds = await trade().catch((error: unknown) => fault(errorMessage(error)))
  const status = await server.stop()
  if (deadline.aborted) return fault(`The demo did not end within ${DEADLINE_MS / 1_000} s.`)
  if (isFault(holds)) return holds
  const ended = narrator.verdict(
    status === 0,
    `the server has ended in good order (status ${status})`,
  )
  return holds && ended ? undefined : fault('A check has failed: see ✗ above.')
}
