/** Carries a command out: on the database itself, or by the server that has it open. */
import { existsSync } from 'node:fs'
import type { Config, DatabaseConfig } from '../../config/config'
import { reasonOf } from '../../core/reason'
import { atMs } from '../../core/time'
import { monotonicNowMs, wallNowMs } from '../../market/clock'
import { connect } from '../../store/connect'
import { FolderInUse } from '../../store/drivers/folder-lock'
import { StartError } from '../../store/start-error'
import { controlSocketOf } from './control-socket'
import { answerKeys, type KeyAnswer } from './dispatch'

/** A server that is starting or ending has the folder, and does not answer yet or any more. */
const WAIT_MAX_MS = 15_000
const WAIT_MS = 100

/** Throws a StartError when the database cannot be reached. Calls `waiting` at most once. */
export async function askDatabaseOrServer(
  config: Config,
  args: readonly string[],
  waiting: () => void,
): Promise<KeyAnswer> {
  const { database } = config
  switch (database.kind) {
    case 'server':
      return answerOn(config, database, args)
    case 'memory':
      throw new StartError(
        'DATA_DIR=memory keeps the keys inside the server, where no command reaches them; ' +
          'set PAPER_CLIENT_ID and PAPER_CLIENT_SECRET, or keep the data in a folder.',
      )
    case 'embedded':
      return answerInFolder(config, database, args, waiting)
  }
}

async function answerInFolder(
  config: Config,
  database: DatabaseConfig & { readonly kind: 'embedded' },
  args: readonly string[],
  waiting: () => void,
): Promise<KeyAnswer> {
  const { dir } = database
  // A misspelt folder must not become a database that no server knows.
  if (args[0] !== 'create' && !existsSync(dir)) {
    throw new StartError(`There is no folder ${dir} (DATA_DIR); \`create\` or a server makes it.`)
  }
  const startedMs = monotonicNowMs()
  for (let attempt = 1; ; attempt++) {
    const answer = await askServer(controlSocketOf(dir), args)
    if (answer !== null) return answer
    try {
      return await answerOn(config, database, args)
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
  { initialCash, fillProfile }: Config,
  choice: DatabaseConfig,
  args: readonly string[],
): Promise<KeyAnswer> {
  const database = await connect(choice, 'of a command')
  try {
    const { drizzle } = database
    const deps = { drizzle, initialCash, fillProfile, now: () => atMs(wallNowMs()) }
    return await answerKeys(deps, args)
  } finally {
    await database.close()
  }
}

/** There is no file, or no process listens to it any more. */
const NO_LISTENER = ['ENOENT', 'ENOTDIR', 'ECONNREFUSED']

/** Null where no server listens. */
async function askServer(unix: string, args: readonly string[]): Promise<KeyAnswer | null> {
  let answer: unknown
  try {
    const body = JSON.stringify(args)
    answer = await (await fetch('http://localhost/', { unix, method: 'POST', body })).json()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (NO_LISTENER.some((known) => known === code)) return null
    throw new StartError(
      `The server did not answer at ${unix}: ${reasonOf(error)}; \`list\` shows whether it did it.`,
    )
  }
  if (!isAnswer(answer)) throw new StartError(`Another program than the server answers at ${unix}.`)
  return answer
}

const isAnswer = (value: unknown): value is KeyAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'ok' in value &&
  typeof value.ok === 'boolean' &&
  'text' in value &&
  typeof value.text === 'string'
