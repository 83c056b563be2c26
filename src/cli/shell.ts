/** What every command here needs around it: the settings, the database, and its exit status. */
import { existsSync } from 'node:fs'
import { type Config, type Environment, faultLine, readConfig } from '../config/config'
import { isFault, type KeyFault } from '../core/fault'
import { reasonOf } from '../core/reason'
import { US_INSTRUMENTS } from '../market/instruments/us'
import { connect } from '../store/connect'
import type { Database } from '../store/database'
import { FolderInUse } from '../store/drivers/folder-lock'
import { StartError } from '../store/start-error'
import { bringInstruments } from '../store/tables/instruments'
import { asksForHelp } from './command-line'
import type { Terminal } from './terminal'

export interface CommandContext {
  readonly terminal: Terminal
  readonly env: Environment
}

/** Undefined: carried out. A fault is what the operator reads; the exit status is 1 then. */
export type Outcome = KeyFault | undefined

/** The exit status. */
export async function runCommand(
  args: readonly string[],
  help: string,
  terminal: Terminal,
  carryOut: () => Promise<Outcome>,
): Promise<number> {
  if (asksForHelp(args)) {
    terminal.say(help)
    return 0
  }
  const outcome = await carryOut().catch(
    (error: unknown): Outcome => ({
      fault: error instanceof StartError ? error.message : `The command failed: ${reasonOf(error)}`,
    }),
  )
  terminal.redraw(null)
  if (outcome === undefined) return 0
  terminal.complain(outcome.fault)
  return 1
}

/** The server's settings; a wrong one is as wrong for a command. */
export function configOf(env: Environment): Config | KeyFault {
  const read = readConfig(env)
  return 'faults' in read ? { fault: read.faults.map(faultLine).join('\n') } : read.config
}

/**
 * Works on the server's database, where the instruments of the first start are in any case. Unless
 * it may make one, a misspelt folder does not become a database that no server knows.
 */
export async function onDatabase(
  env: Environment,
  work: (database: Database, config: Config) => Promise<Outcome>,
  mayMake: 'may make one' | null = null,
): Promise<Outcome> {
  const config = configOf(env)
  if (isFault(config)) return config
  if (config.database.kind === 'memory') {
    return { fault: 'DATA_DIR=memory keeps nothing; name a folder, or a DATABASE_URL.' }
  }
  const { database: choice } = config
  if (mayMake === null && choice.kind === 'embedded' && !existsSync(choice.dir)) {
    return { fault: `There is no folder ${choice.dir} (DATA_DIR); an import or a server makes it.` }
  }
  const database = await connect(config.database, 'of a command').catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error
    throw new StartError(
      `${error.message} An embedded database has one user at a time: end the server (Ctrl-C, or ` +
        'SIGTERM), run this again, then start the server, which reads bars and instruments ' +
        'at its start.',
    )
  })
  try {
    await bringInstruments(database.drizzle, US_INSTRUMENTS)
    return await work(database, config)
  } finally {
    await database.close()
  }
}
