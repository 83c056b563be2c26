/** `paper exec COMMAND`: runs a command of any language with a new broker [exec.beside]. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { junitOf, reportLine } from '../../../api/sandbox/scenario/report'
import { CLIENT_VARIABLES } from '../../../lib/client-variables'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { errorMessage } from '../../../lib/text'
import { type Environment, VARIABLES } from '../../../server/config/config'
import { answered } from '../../sdk'
import { type BrokerSettings, envOf, settingsOf } from '../../testing/broker'
import type { RunRecording } from '../../testing/in-process'
import { serveInProcess } from '../../testing/in-process'
import { sandboxAt } from '../../testing/steer'
import type { CommandLineOf } from '../shared/command-line'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { chainOf, recordRun } from './record'

export const EXEC_HELP = `\
Starts a broker, runs a command with it, and ends with the command's exit status.

  paper exec COMMAND…

for example

  paper exec pytest -q
  paper exec --clock 2026-03-02T09:25-05:00 --cash 50000 node bot.js

Options of exec come before the command, and options of the command after it.

The broker is in memory, on a free port of this machine, and ends with the command. Its clock stands
still until the command moves it (POST /sandbox/clock). The command finds in its environment

  PAPER_URL                                  the broker's address
  PAPER_CLIENT_ID, PAPER_CLIENT_SECRET       a client with one account
  SANDBOX_KEY                                for the header X-Sandbox-Key of the controls

--clock TIME       the market's time at the start: a Monday, 10:00 in New York, unless given
--speed N          market seconds per second: 0 unless given
--seed N           the seed of the simulated prices: 1 unless given
--cash USD         the cash of each new account
--profile NAME     how orders fill: ideal, standard or strict
--scenario FILE    what happens in the market, and what is expected: docs/testing.md
--junit FILE       writes the results of the scenario as JUnit XML
--record FILE      records the run, which paper verify FILE plays again
--set NAME=VALUE   any other variable of the server, any number of times

A run is recorded on a clock that stands still between the moves of the command. Calls that can
change something are then carried out one after the other: an order waits for an advance.

If the command ends with status 0 and a line of the scenario failed, exec ends with status 1.

exec writes its own messages to the standard error.`

const VARIABLE_OF = {
  clock: 'MARKET_CLOCK',
  speed: 'MARKET_SPEED',
  seed: 'MARKET_SEED',
  cash: 'INITIAL_CASH',
  profile: 'FILL_PROFILE',
  scenario: 'SCENARIO',
} as const

export const EXEC_SYNTAX = {
  operands: ['COMMAND…'],
  options: {
    clock: 'text',
    speed: 'text',
    seed: 'text',
    cash: 'text',
    profile: 'text',
    scenario: 'text',
    junit: 'text',
    record: 'text',
    set: 'texts',
  },
  runsCommand: true,
} as const

/** The variables of the options. The broker checks their values. */
export function variablesIn(
  line: CommandLineOf<typeof EXEC_SYNTAX.options>,
): Readonly<Record<string, string>> | CommandFault {
  const variables: Record<string, string> = {}
  for (const pair of line.texts('set')) {
    const [, name, value] = /^([A-Z_]+)=(.*)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined) {
      return fault(`--set: ${JSON.stringify(pair)} is not allowed; allowed: NAME=VALUE`)
    }
    variables[name] = value
  }
  for (const option of ['clock', 'speed', 'seed', 'cash', 'profile', 'scenario'] as const) {
    const text = line.text(option)
    if (text !== undefined) variables[VARIABLE_OF[option]] = text
  }
  return variables
}

export const execCommand: CliCommand = {
  name: 'exec',
  help: EXEC_HELP,
  endsItself: true,
  action: action(EXEC_SYNTAX, async (line, context) => {
    const variables = variablesIn(line)
    if (isFault(variables)) return variables
    const files = { junit: line.text('junit'), record: line.text('record') }
    return run(line.operands, variables, files, context)
  }),
}

type Files = Readonly<Record<'junit' | 'record', string | undefined>>

async function run(
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
  files: Files,
  context: CommandContext,
): Promise<Outcome> {
  const settings = settingsOf({ env: variables })
  const recording = files.record === undefined ? null : recordRun()
  const options = recording === null ? {} : { recording }
  const broker = await serveInProcess(settings.variables, options).catch((error: unknown) =>
    fault(`The broker cannot be started: ${errorMessage(error)}`),
  )
  if (isFault(broker)) return broker
  context.terminal.complain(`exec: a broker at ${broker.url}, for: ${command.join(' ')}`)
  try {
    const env = brokerEnvironment(context.env, broker.url, settings)
    const outcome = await statusOf(command, env, context)
    const isGood = outcome === undefined || ('status' in outcome && outcome.status === 0)
    const hasFailed = await reportScenario(broker.url, settings, files.junit, context)
    if (recording !== null && files.record !== undefined) {
      const failure = await writeRecording(recording, files.record)
      if (failure !== undefined) {
        context.terminal.complain(failure.fault)
        return isGood ? { status: 1 } : outcome
      }
    }
    return hasFailed && isGood ? { status: 1 } : outcome
  } finally {
    await broker.close()
  }
}

/** Prints the report, and returns whether a line of the scenario failed [scenario.report]. */
async function reportScenario(
  url: string,
  { variables: { SCENARIO }, sandboxKey }: BrokerSettings,
  junit: string | undefined,
  { terminal }: CommandContext,
): Promise<boolean> {
  if (SCENARIO === undefined) return false
  const { rows, failed } = await answered(sandboxAt(url, sandboxKey).scenarios.get())
  for (const row of rows) terminal.complain(reportLine(row))
  if (junit !== undefined) await writeFile(junit, junitOf(SCENARIO, rows))
  return failed > 0
}

/** Writes the run to the file [exec.record]. Returns a fault if it cannot be played again. */
async function writeRecording(
  recording: RunRecording,
  file: string,
): Promise<CommandFault | undefined> {
  const lines = await recording.end()
  if (isFault(lines)) return fault(`--record: the run was not kept, since ${lines.fault}`)
  await writeFile(file, chainOf(lines))
  return undefined
}

/** The command's environment, without the variables of another server [exec.apart]. */
export function brokerEnvironment(
  own: Environment,
  url: string,
  { bot, sandboxKey }: BrokerSettings,
): NodeJS.ProcessEnv {
  const ofServers = [...VARIABLES, ...Object.values(CLIENT_VARIABLES)]
  const others = Object.entries(own).filter(([name]) => !ofServers.includes(name))
  return { ...Object.fromEntries(others), ...envOf(url, bot), SANDBOX_KEY: sandboxKey }
}

const FIRST_OF_SIGNALS = 128
const NOT_FOUND = 127

/** Runs the program. Its status is a shell's: 128 and the number of a signal [exec.status]. */
function statusOf(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  { stopped }: CommandContext,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env })
    child.once('error', (error) => {
      resolve({ fault: `${program} cannot be run: ${errorMessage(error)}`, status: NOT_FOUND })
    })
    child.once('exit', (code, signal) => {
      resolve({ status: code ?? FIRST_OF_SIGNALS + (signal ? constants.signals[signal] : 0) })
    })
    stopped.addEventListener('abort', () => {
      const number = Number(stopped.reason) - FIRST_OF_SIGNALS
      // At a terminal, Ctrl-C reaches the command as well.
      if (number === constants.signals.SIGINT && process.stdin.isTTY) return
      child.kill(number)
    })
  })
}
