/** The server's settings and its database, as commands use them. */
import { existsSync } from 'node:fs'
import { bringInstruments } from '../../../ledger/instruments'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { US_INSTRUMENTS } from '../../../market/instruments/reference'
import { connect } from '../../../postgres/connect'
import type { Database } from '../../../postgres/database'
import { FolderInUse } from '../../../postgres/drivers/folder-lock'
import { StartError } from '../../../postgres/errors'
import { type Config, type Environment, faultLine, readConfig } from '../../../server/config/config'
import type { CommandContext, Outcome } from './command'

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
    patience: 'of a command',
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
