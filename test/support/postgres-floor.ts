/** A floor on a PostgreSQL server that others use as well, in a database of its own. */
import { connect } from '../../src/postgres/connect'
import { postgresStorage } from './storage'
import { openFloor } from './trading-floor'

export type PostgresFloor = Awaited<ReturnType<typeof openPostgresFloor>>

/** Opens a floor with these accounts and a quote of AAPL; `settings` apply to each session. */
export async function openPostgresFloor(
  accountIds: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const storage = await postgresStorage()
  const url = storage.settings.DATABASE_URL ?? ''
  const database = await connect({ kind: 'server', url: `${url}?${new URLSearchParams(settings)}` })
  const floor = await openFloor(database)
  for (const accountId of accountIds) await floor.account(accountId)
  floor.feed.show('AAPL', '9.99', '10.00')
  return {
    database,
    floor,
    /** For another session: without the settings. */
    url,
    async remove(): Promise<void> {
      await floor.matcher.stop()
      await database.close()
      await storage.remove()
    },
  }
}
