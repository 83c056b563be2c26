/** Stores the faults that a test forces on requests and streams [fault.force]. */
import { asc, eq, max, sql } from 'drizzle-orm'
import { assert } from '../core/assert'
import { type FaultEffect, type ForcedFault, type NewFault, strikesNth } from '../core/fault-rule'
import type { Drizzle } from '../postgres/database'
import { forcedFaults } from '../postgres/schema'

type Row = typeof forcedFaults.$inferSelect

const faultOf = (row: Row): ForcedFault => ({
  faultId: row.faultId,
  match: {
    ...(row.clientId !== null && { clientId: row.clientId }),
    ...(row.route !== null && { route: row.route }),
  },
  times: row.times,
  share: row.share,
  seed: row.seed,
  seen: row.seen,
  hits: row.hits,
  effect: effectOf(row),
})

function effectOf(row: Row): FaultEffect {
  const { kind, code, status, retryAfterSeconds } = row
  const at = row.moment ?? 'before'
  const delayMs = row.delayMs ?? 0
  const messages = row.messages ?? 'events'
  switch (kind) {
    case 'answer':
      assert(status !== null, 'a forced answer has a status')
      return { kind, at, code, status, retryAfterSeconds }
    case 'delay':
      return { kind, at, delayMs }
    case 'cut':
      return { kind, at }
    case 'stream-cut':
      return { kind, messages }
    case 'stream-delay':
      return { kind, messages, delayMs }
    case 'token':
      return { kind, end: row.tokenEnd ?? 'expired' }
    case 'client-disabled':
      return { kind }
  }
}

const NOTHING = {
  moment: null,
  code: null,
  status: null,
  retryAfterSeconds: null,
  delayMs: null,
  messages: null,
  tokenEnd: null,
}

function columnsOf(effect: FaultEffect) {
  switch (effect.kind) {
    case 'answer': {
      const { at: moment, ...answer } = effect
      return { ...NOTHING, ...answer, moment }
    }
    case 'delay': {
      const { at: moment, ...delay } = effect
      return { ...NOTHING, ...delay, moment }
    }
    case 'cut':
      return { ...NOTHING, kind: effect.kind, moment: effect.at }
    case 'token':
      return { ...NOTHING, kind: effect.kind, tokenEnd: effect.end }
    default:
      return { ...NOTHING, ...effect }
  }
}

/** Replaces a fault with the same id; the newest fault is tried last. */
export const setFault = (drizzle: Drizzle, wanted: NewFault, hits = 0): Promise<ForcedFault> =>
  drizzle.transaction(async (tx) => {
    // One at a time, so that no two get the same number.
    await tx.execute(sql`lock table ${forcedFaults} in exclusive mode`)
    const [last] = await tx.select({ ordinal: max(forcedFaults.ordinal) }).from(forcedFaults)
    const ordinal = (last?.ordinal ?? 0) + 1
    const { match, times, share, seed, effect, faultId } = wanted
    const values = {
      clientId: null,
      route: null,
      ...match,
      times,
      share,
      seed,
      ordinal,
      seen: hits,
      hits,
      ...columnsOf(effect),
      faultId: faultId ?? `fault-${ordinal}`,
    }
    const [row] = await tx
      .insert(forcedFaults)
      .values(values)
      .onConflictDoUpdate({ target: forcedFaults.faultId, set: values })
      .returning()
    assert(row !== undefined, 'an insert returns its row')
    return faultOf(row)
  })

export const listFaults = async (drizzle: Drizzle): Promise<readonly ForcedFault[]> =>
  (await drizzle.select().from(forcedFaults).orderBy(asc(forcedFaults.ordinal))).map(faultOf)

/** Returns the removed fault; undefined if there is none. */
export async function removeFault(
  drizzle: Drizzle,
  faultId: string,
): Promise<ForcedFault | undefined> {
  const [row] = await drizzle
    .delete(forcedFaults)
    .where(eq(forcedFaults.faultId, faultId))
    .returning()
  return row && faultOf(row)
}

export const isUnspentFault = ({ times, hits }: ForcedFault): boolean =>
  times === null || hits < times

/**
 * Counts a request that matches the fault. Returns whether the fault strikes it, and the fault
 * after that.
 */
export const meetFault = (
  drizzle: Drizzle,
  faultId: string,
): Promise<{ readonly strikes: boolean; readonly fault: ForcedFault } | undefined> =>
  drizzle.transaction(async (tx) => {
    const itself = eq(forcedFaults.faultId, faultId)
    const [row] = await tx.select().from(forcedFaults).where(itself).for('update')
    if (row === undefined) return undefined
    const known = faultOf(row)
    if (!isUnspentFault(known)) return { strikes: false, fault: known }
    const seen = known.seen + 1
    const strikes = strikesNth(known, seen)
    const hits = known.hits + (strikes ? 1 : 0)
    await tx.update(forcedFaults).set({ seen, hits }).where(itself)
    return { strikes, fault: { ...known, seen, hits } }
  })
