/** `paper doctor`: what is wrong with a set-up, and what to do. */
import { CLIENT_VARIABLES } from '../../../lib/client-variables'
import { fault, isFault } from '../../../lib/fault'
import { plural } from '../../../lib/text'
import { wallNowMs } from '../../../market/clock'
import type { Config } from '../../../server/config/config'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { serverUrl } from '../shared/on-server'
import type { Paint } from '../shared/terminal'
import { checkAddress, checkServer } from './address'
import { checkFolder, checkMachine, checkPostgres, checkSettings, type Diagnosis } from './checks'

export const DOCTOR_HELP = `\
Finds what is wrong with a set-up, and says what to do. It changes nothing.

  paper doctor [--json]

  --json      prints the findings as one JSON object

It checks the variables of the environment, Bun, the time zones, the limit of open files,
the port, and the database: the folder (DATA_DIR) with its disk, its rights and its user, or the
PostgreSQL server (DATABASE_URL) with its version, its rights, its migrations, its cell (CELL) and
its clock. If PAPER_URL names a server, it checks whether that is ready, and whether it accepts the
key of PAPER_CLIENT_ID and PAPER_CLIENT_SECRET.

The exit status is 1 if something keeps a server from starting or from working.`

export const doctorCommand: CliCommand = {
  name: 'doctor',
  help: DOCTOR_HELP,
  action: action({ operands: [], options: { json: 'flag' } }, (line, context) =>
    examine(line.flag('json'), context),
  ),
}

async function examine(isJson: boolean, { env, terminal }: CommandContext): Promise<Outcome> {
  const findings: Diagnosis[] = []
  const found = (checked: readonly Diagnosis[]): void => {
    findings.push(...checked)
    if (isJson) return
    for (const finding of checked) terminal.say(linesOf(finding, terminal.paint).join('\n'))
  }
  const { findings: ofSettings, config } = await checkSettings(env)
  found(ofSettings)
  found(await checkMachine())
  if (config !== null) {
    found(await checkAddress(config))
    found(await checkDatabase(config))
  }
  if (env[CLIENT_VARIABLES.url]) {
    const url = serverUrl(undefined, env)
    const key = config?.client ?? null
    if (!isFault(url)) found(await checkServer(url, key, wallNowMs))
  }
  if (isJson) terminal.say(JSON.stringify({ findings }))
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  if (wrong === 0) return undefined
  return fault(`${plural(wrong, 'thing is', 'things are')} wrong.`)
}

function checkDatabase({
  database,
  cell,
}: Config): Promise<readonly Diagnosis[]> | readonly Diagnosis[] {
  switch (database.kind) {
    case 'server':
      return checkPostgres(database.url, cell, wallNowMs)
    case 'embedded':
      return checkFolder(database.dir)
    case 'memory':
      return [{ check: 'DATA_DIR', state: 'right', found: 'memory: nothing outlives the server' }]
  }
}

const MARKS = { right: ['✓', 'green'], doubtful: ['!', 'bold'], wrong: ['✗', 'red'] } as const
const CHECK_COLUMNS = 14

function linesOf({ check, state, found, remedy }: Diagnosis, paint: Paint): readonly string[] {
  const [mark, ink] = MARKS[state]
  const indent = ' '.repeat(CHECK_COLUMNS + 3)
  return [
    `${paint(mark, ink)} ${check.padEnd(CHECK_COLUMNS)} ${found}`,
    ...(remedy === undefined ? [] : [`${indent}→ ${remedy}`]),
  ]
}
