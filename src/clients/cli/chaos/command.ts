/** `paper chaos COMMAND`: runs a command on bad networks, one for each seed [chaos.smallest]. */
import { spawn } from 'node:child_process'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage, plural } from '../../../lib/text'
import { parseWholeNumber } from '../../../server/config/setting'
import { settingsOf } from '../../testing/broker'
import { serveInProcess } from '../../testing/in-process'
import { brokerEnvironment } from '../exec/command'
import {
  action,
  type CliCommand,
  type CommandContext,
  type Outcome,
  readOption,
} from '../shared/command-line'
import { openWire } from './wire'

export const CHAOS_HELP = `\
Runs a command with brokers on bad networks, one for each seed, and names the smallest seed for
which it fails.

  paper chaos COMMAND…

for example

  paper chaos --seeds 100 bun test bot.chaos.test.ts

Each seed has a broker of its own, as with paper exec, and draws which requests of the command fail:
one in four. Such a request is lost, or its answer is lost or late, or it is answered 429 or 503.
The controls and the token endpoint never fail. One stream of order events in four is cut. The
command passes with status 0. It must check itself that its orders, its cash and its shares are
right.

--seeds N  tries the seeds from 1 to N: 100 unless given
--seed N   tries this seed alone: the same requests meet the same faults each time

The command finds the variables of paper exec, and CHAOS_SEED. A failure shows its output.`

const SEEDS_MAX = 1_000_000
const SEEDS_DEFAULT = 100
const COUNT = {
  allowed: `a whole number from 1 to ${SEEDS_MAX}`,
  read: (text: string) => parseWholeNumber(text, 1, SEEDS_MAX),
}

export const chaosCommand: CliCommand = {
  name: 'chaos',
  help: CHAOS_HELP,
  endsItself: true,
  action: action(
    { operands: ['COMMAND…'], options: { seeds: 'text', seed: 'text' }, runsCommand: true },
    async (line, context) => {
      const seeds = readOption('seeds', line.text('seeds'), COUNT, SEEDS_DEFAULT)
      if (isFault(seeds)) return seeds
      const only = readOption('seed', line.text('seed'), COUNT, undefined)
      if (isFault(only)) return only
      return only === undefined
        ? tryUpTo(seeds, line.operands, context)
        : tryUpTo(only, line.operands, context, only)
    },
  ),
}

/** Ends at the smallest seed for which the command fails. */
async function tryUpTo(
  last: number,
  command: readonly string[],
  context: CommandContext,
  first = 1,
): Promise<Outcome> {
  const { terminal, stopped } = context
  for (let seed = first; seed <= last && !stopped.aborted; seed++) {
    const { status, output, struck } = await trySeed(seed, command, context)
    if (status === 0) continue
    terminal.complain(output.trimEnd())
    for (const line of struck) terminal.complain(`  ${line}`)
    const others = first === 1 ? '; no smaller one does' : ''
    const again = `paper chaos --seed ${seed} ${command.join(' ')}`
    return {
      ...fault(`Seed ${seed} fails with status ${status}${others}. Again: ${again}`),
      status: 1,
    }
  }
  terminal.say(`${plural(last - first + 1, 'seed')}, and none fails.`)
  return undefined
}

async function trySeed(seed: number, command: readonly string[], { env }: CommandContext) {
  const settings = settingsOf({ seed, profile: 'ideal' })
  const broker = await serveInProcess(settings.variables)
  const wire = await openWire(broker.url, seed)
  try {
    const variables = { ...brokerEnvironment(env, wire.url, settings), CHAOS_SEED: String(seed) }
    return { ...(await runWith(command, variables)), struck: wire.struck }
  } finally {
    await wire.close()
    await broker.close()
  }
}

function runWith(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const output: string[] = []
    child.stdout.on('data', (text) => output.push(String(text)))
    child.stderr.on('data', (text) => output.push(String(text)))
    child.once('error', (error) => resolve({ status: 127, output: errorMessage(error) }))
    child.once('close', (code) => resolve({ status: code ?? 1, output: output.join('') }))
  })
}
