/** The PostgreSQL server that DATABASE_URL names. */
import { plural } from '../../core/count'
import { type InspectedServer, inspectServer } from '../../store/inspect'
import { type Diagnosis, doubtful, right, wrong } from './diagnosis'
import { checkClock } from './machine'

const CHECK = 'DATABASE_URL'
/** What one server of ours may open, with some room. */
const CONNECTIONS_FREE_MIN = 20

export async function checkPostgres(
  url: string,
  wallNowMs: () => number,
): Promise<readonly Diagnosis[]> {
  const found = await inspectServer(url)
  if ('unreachable' in found) {
    return [wrong(CHECK, `${found.where}: ${found.unreachable}`, remedyOf(found.unreachable))]
  }
  return postgresFindings(found, wallNowMs())
}

function remedyOf(reason: string): string {
  if (/password authentication|no pg_hba/i.test(reason)) {
    return 'check the user and the password, and pg_hba.conf'
  }
  if (/startup parameter|DATABASE_URL/.test(reason)) return 'correct DATABASE_URL'
  if (/database .* does not exist/i.test(reason)) return 'make it: createdb'
  if (/role .* does not exist/i.test(reason)) return 'make it: createuser'
  return 'start it, and check the host, the port and the firewall'
}

export function postgresFindings(found: InspectedServer, nowMs: number): readonly Diagnosis[] {
  const { where, version, versionFault, unfit, mayMigrate, lacks, migrations, connections } = found
  const reached = right(CHECK, `${where} is PostgreSQL ${version}`)
  const free = connections.max - connections.used
  return [
    versionFault === null ? reached : wrong(CHECK, versionFault, 'use a newer server'),
    ...(unfit === undefined ? [] : [wrong(CHECK, `${where} ${unfit.fault}`, unfit.remedy)]),
    ...damage(found),
    ...rights(mayMigrate, migrations, lacks?.remedy),
    free >= CONNECTIONS_FREE_MIN
      ? right('connections', `${free} of ${connections.max} are free`)
      : doubtful(
          'connections',
          `only ${free} of ${connections.max} are free`,
          'raise max_connections, or end other programs',
        ),
    checkClock(nowMs, found.nowMs, 'the database server'),
  ]
}

function damage({ damagedPagesMet: pages }: InspectedServer): readonly Diagnosis[] {
  if (pages === undefined) return []
  const met = `${plural(pages, 'damaged page was', 'damaged pages were')} met`
  const remedy = 'see the log of PostgreSQL and paper audit for their tables, and restore a backup'
  return [wrong('pages', met, remedy)]
}

function rights(
  mayMigrate: boolean,
  migrations: InspectedServer['migrations'],
  remedy = 'let the user own the database',
): readonly Diagnosis[] {
  const { pending, unknown } = migrations ?? { pending: null, unknown: 0 }
  if (unknown > 0) {
    const found = `${unknown} are of another version of the server`
    return [doubtful('migrations', found, 'start no server that is older than the database')]
  }
  if (pending === 0) return [right('migrations', 'all are carried out')]
  const what = pending === null ? 'the tables are not made yet' : `${pending} are pending`
  if (mayMigrate) return [right('migrations', `${what}; a start carries them out`)]
  return [wrong('migrations', `${what}, and the user may not make tables`, remedy)]
}
