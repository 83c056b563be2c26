/**
 * When clients were last used [console.last-used]. It is kept in memory and written now and then,
 * so that no request waits for it.
 */
import { sql } from 'drizzle-orm'
import { atMs } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { clients } from '../postgres/schema'

export interface LastUses {
  note(clientId: string, atMs: number): void
  /** Writes what was noted since the last time. */
  write(): Promise<void>
}

export function lastUses(drizzle: Drizzle): LastUses {
  let noted = new Map<string, number>()
  return {
    note(clientId, ms) {
      noted.set(clientId, ms)
    },
    async write() {
      if (noted.size === 0) return
      const writing = [...noted].toSorted(([one], [other]) => (one < other ? -1 : 1))
      noted = new Map()
      const rows = writing.map(([id, ms]) => sql`(${id}, ${atMs(ms).toString()}::timestamptz)`)
      // Another server may have written a later one.
      await drizzle.execute(sql`update ${clients} set last_used_at = used.at
        from (values ${sql.join(rows, sql`, `)}) as used (client_id, at)
        where ${clients.clientId} = used.client_id
          and (${clients.lastUsedAt} is null or ${clients.lastUsedAt} < used.at)`)
    },
  }
}
