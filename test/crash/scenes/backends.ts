/** The sessions of the servers, as an administrator sees them. */
import type { Cluster } from '../cluster'
import type { Ground } from '../world'
import type { Stage } from './scene'

export function clusterOf({ cluster }: Stage): Cluster {
  if (cluster === null) throw new Error('this scene needs a PostgreSQL of its own')
  return cluster
}

const OURS = `application_name = 'paper-brokerage' and datname = current_database()`

/** Their processes, those at work first. */
export async function backends(ground: Ground): Promise<readonly number[]> {
  const rows = await ground.ask<{ pid: number }>(
    `select pid from pg_stat_activity where ${OURS} order by state = 'idle', pid`,
  )
  return rows.map(({ pid }) => pid)
}

/** Sends a signal to all sessions of the servers, or to the sessions that are at work. */
export const tellBackends = (
  ground: Ground,
  call: 'pg_cancel_backend' | 'pg_terminate_backend',
  which: 'all' | 'at work',
) =>
  ground.ask(
    `select ${call}(pid) from pg_stat_activity where ${OURS}
      ${which === 'at work' ? `and state <> 'idle'` : ''}`,
  )
