/**
 * The server's settings and its database, as commands use them. Commands that a server carries out
 * where it has the database open [key.running-server], and that otherwise work on the database
 * themselves. Their arguments travel, and are read again there.
 */
import { existsSync } from 'node:fs'
import type { Amount } from '../../../core/money'
import type { FillProfile } from '../../../core/order/fill-profile'
import { atMs, type Instant } from '../../../core/time'
import { bringInstruments } from '../../../ledger/instruments'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { monotonicNowMs, wallNowMs } from '../../../market/clock'
import { US_INSTRUMENTS } from '../../../market/instruments/reference'
import { connect } from '../../../postgres/connect'
import type { Database, Drizzle } from '../../../postgres/database'
import { FolderInUse } from '../../../postgres/drivers/folder-lock'
import { StartError } from '../../../postgres/errors'
import {
  type Config,
  type DatabaseConfig,
  type Environment,
  faultLine,
  readConfig,
} from '../../../server/config/config'
import {
  askRunningServer,
  type CommandAnswer,
  controlSocketOf,
} from '../../../server/control-socket'
import type { CommandContext, Outcome } from './command-line'

/** A wrong setting stops a command as it stops the server. */
export function configOf(env: Environment): Config | CommandFault {
  const read = readConfig(env)
  return 'faults' in read ? fault(read.faults.map(faultLine).join('\n')) : read.config
}

/**
 * What a command opens: an embedded database that is not there yet, too; one that is there; or one
 * that is there even if it is damaged, which gets no instruments.
 */
export type Opens = 'what may be missing' | 'what is there' | 'what is there, damaged or not'

/**
 * Works on the server's database, with the instruments of a first start in it. A command that only
 * reads or changes refuses a missing folder: a misspelt one must not become a database that no
 * server knows.
 */
export async function onDatabase(
  { env, terminal }: Pick<CommandContext, 'env' | 'terminal'>,
  work: (database: Database, config: Config) => Promise<Outcome>,
  { opens = 'what is there' }: { readonly opens?: Opens } = {},
): Promise<Outcome> {
  const config = configOf(env)
  if (isFault(config)) return config
  const { database: choice } = config
  if (choice.kind === 'memory') {
    return fault('DATA_DIR=memory keeps nothing; name a folder, or set DATABASE_URL.')
  }
  const mayBeMissing = opens === 'what may be missing'
  const mayBeDamaged = opens === 'what is there, damaged or not'
  if (!mayBeMissing && choice.kind === 'embedded' && !existsSync(choice.dir)) {
    return fault(`There is no folder ${choice.dir} (DATA_DIR); an import or a server makes it.`)
  }
  // An embedded database takes a second or two to open.
  terminal.redraw('opening the database …')
  const database = await connect(choice, {
    timeouts: 'cli',
    damaged: mayBeDamaged ? 'open' : 'refuse',
  }).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error
    throw new StartError(
      `${error.message} An embedded database has one user at a time: end the server (Ctrl-C, or ` +
        'SIGTERM), run this again, then start the server, which reads bars and instruments ' +
        'at its start.',
    )
  })
  terminal.redraw(null)
  try {
    if (!mayBeDamaged) await bringInstruments(database, US_INSTRUMENTS)
    return await work(database, config)
  } finally {
    await database.close()
  }
}

/** What such a command works with, here or in the server. */
export interface ServedDeps {
  readonly drizzle: Drizzle
  /** Of new accounts (INITIAL_CASH, FILL_PROFILE). */
  readonly initialCash: Amount
  readonly fillProfile: FillProfile
  /** Where browsers reach the server; empty where that is not known. */
  readonly serverUrl: string
  /** Of the system clock. */
  readonly now: () => Instant
}

export const servedDeps = (
  drizzle: Drizzle,
  { initialCash, fillProfile, publicUrl, host, port }: Config,
  nowMs: () => number,
): ServedDeps => ({
  drizzle,
  initialCash,
  fillProfile,
  serverUrl: publicUrl ?? addressOf(host, port),
  now: () => atMs(nowMs()),
})

/** Empty for any free port: which one that is only the start lines tell. */
const addressOf = (host: string, port: number): string =>
  port === 0 ? '' : `http://${host.includes(':') ? `[${host}]` : host}:${port}`

export interface ServedCommand {
  /** As the socket names it. */
  readonly name: string
  /** Whether the arguments may make a database that is not there yet. */
  readonly makesDatabase: (args: readonly string[]) => boolean
  readonly answer: (deps: ServedDeps, args: readonly string[]) => Promise<CommandAnswer>
}

/** A server that is starting or ending has the folder, and does not answer yet or any more. */
const WAIT_MAX_MS = 15_000
const WAIT_MS = 100

/** Throws a StartError when the database cannot be reached. Calls `waiting` at most once. */
export async function askDatabaseOrServer(
  command: ServedCommand,
  config: Config,
  args: readonly string[],
  waiting: () => void,
): Promise<CommandAnswer> {
  const { database } = config
  switch (database.kind) {
    case 'server':
      return answerOn(command, config, database, args)
    case 'memory':
      throw new StartError(
        `DATA_DIR=memory keeps the ${command.name} inside the server, where no command reaches ` +
          'them; set PAPER_CLIENT_ID and PAPER_CLIENT_SECRET, or keep the data in a folder.',
      )
    case 'embedded':
      return answerInFolder(command, config, database, args, waiting)
  }
}

async function answerInFolder(
  command: ServedCommand,
  config: Config,
  database: DatabaseConfig & { readonly kind: 'embedded' },
  args: readonly string[],
  waiting: () => void,
): Promise<CommandAnswer> {
  const { dir } = database
  // A misspelt folder must not become a database that no server knows.
  if (!command.makesDatabase(args) && !existsSync(dir)) {
    throw new StartError(`There is no folder ${dir} (DATA_DIR); \`create\` or a server makes it.`)
  }
  const startedMs = monotonicNowMs()
  for (let attempt = 1; ; attempt++) {
    const answer = await askRunningServer(dir, command.name, args)
    if (answer !== null) return answer
    try {
      return await answerOn(command, config, database, args)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      if (monotonicNowMs() - startedMs > WAIT_MAX_MS) {
        throw new StartError(
          `Another process uses the folder ${dir} (DATA_DIR) but does not answer at ` +
            `${controlSocketOf(dir)}; stop it, then try again.`,
        )
      }
    }
    if (attempt === 1) waiting()
    await Bun.sleep(WAIT_MS)
  }
}

async function answerOn(
  command: ServedCommand,
  config: Config,
  choice: DatabaseConfig,
  args: readonly string[],
): Promise<CommandAnswer> {
  const database = await connect(choice, { timeouts: 'cli' })
  try {
    return await command.answer(servedDeps(database.drizzle, config, wallNowMs), args)
  } finally {
    await database.close()
  }
}
