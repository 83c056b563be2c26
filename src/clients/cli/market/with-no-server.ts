/** Work on a market that no server moves meanwhile. */
import { fault } from '../../../lib/fault'
import type { Database } from '../../../postgres/database'
import type { Outcome } from '../shared/command'

/** Holds the matcher's lease meanwhile: a running server would have it, or take it. */
export async function withNoServer(
  database: Database,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const lease = await database.takeMatcherLease()
  if (lease === null) {
    return fault(
      'A server runs this database’s market. End all its servers, then run this again; one that ' +
        'was killed counts as running for some seconds.',
    )
  }
  try {
    return await work()
  } finally {
    await lease.release()
  }
}
