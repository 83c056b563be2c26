/** `paper exec COMMAND`: a command of any language beside a broker of its own [exec.beside]. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { type Environment, VARIABLES } from '../../config/config'
import { type CommandFault, fault, isFault } from '../../core/fault'
import { reasonOf } from '../../core/reason'
import { junitOf, reportLine } from '../../core/scenario/report'
import { answered } from '../../sdk'
import { CLIENT_VARIABLES } from '../../sdk/variables'
import { serveHere } from '../../testing/in-process'
import { type BrokerSettings, settingsOf } from '../../testing/options'
import { envOf } from '../../testing/people'
import { chainOf } from '../../testing/record/chain'
import { type RunRecording, recording } from '../../testing/record/recorder'
import { sandboxAt } from '../../testing/sandbox'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command'
import { EXEC_HELP } from './help'
import { EXEC_SYNTAX, variablesIn } from './options'

export const execCommand: CliCommand = {
  name: 'exec',
  help: EXEC_HELP,
  endsItself: true,
  does: action(EXEC_SYNTAX, async (line, context) => {
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
  const recorded = files.record === undefined ? null : recording()
  const begun = recorded === null ? {} : { recording: recorded }
  const broker = await serveHere(settings.variables, begun).catch((error: unknown) =>
    fault(`The broker cannot be started: ${reasonOf(error)}`),
  )
  if (isFault(broker)) return broker
  context.terminal.complain(`exec: a broker at ${broker.url}, for: ${command.join(' ')}`)
  try {
    const env = environmentBeside(context.env, broker.url, settings)
    const ended = await statusOf(command, env, context)
    const isGood = ended === undefined || ('status' in ended && ended.status === 0)
    const hasFailed = await tellScenario(broker.url, settings, files.junit, context)
    if (recorded !== null && files.record !== undefined) {
      const unkept = await keep(recorded, files.record)
      if (unkept !== undefined) {
        context.terminal.complain(unkept.fault)
        return isGood ? { status: 1 } : ended
      }
    }
    return hasFailed && isGood ? { status: 1 } : ended
  } finally {
    await broker.close()
  }
}

/** Whether a line of the scenario failed [scenario.report]. */
async function tellScenario(
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

/** [exec.record] */
async function keep(recorded: RunRecording, file: string): Promise<CommandFault | undefined> {
  const lines = await recorded.end()
  if (isFault(lines)) return fault(`--record: the run was not kept, since ${lines.fault}`)
  await writeFile(file, chainOf(lines))
  return undefined
}

/** Without the variables of another server, which what it starts might use [exec.apart]. */
export function environmentBeside(
  own: Environment,
  url: string,
  { bot, sandboxKey }: BrokerSettings,
): NodeJS.ProcessEnv {
  const theirs = [...VARIABLES, ...Object.values(CLIENT_VARIABLES)]
  const others = Object.entries(own).filter(([name]) => !theirs.includes(name))
  return { ...Object.fromEntries(others), ...envOf(url, bot), SANDBOX_KEY: sandboxKey }
}

const FIRST_OF_SIGNALS = 128
const NOT_FOUND = 127

/** As a shell gives it: 128 and the signal's number where a signal ended it [exec.status]. */
function statusOf(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  { stopped }: CommandContext,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env })
    child.once('error', (error) => {
      resolve({ fault: `${program} cannot be run: ${reasonOf(error)}`, status: NOT_FOUND })
    })
    child.once('exit', (code, signal) => {
      resolve({ status: code ?? FIRST_OF_SIGNALS + (signal ? constants.signals[signal] : 0) })
    })
    stopped.addEventListener('abort', () => {
      const number = Number(stopped.reason) - FIRST_OF_SIGNALS
      // At a terminal, whoever presses Ctrl-C sends it to the command as well.
      if (number === constants.signals.SIGINT && process.stdin.isTTY) return
      child.kill(number)
    })
  })
}
