/**
 * Finds the outcome of a statement whose answer was lost. Each batch draws a version of its own,
 * which marks the accounts that it has written. If an account still has the version that was seen,
 * it gets another one before the outcome is reported: then the statement can no longer write the
 * account. If the account has neither version, another server has changed it since, and the log of
 * its events shows whether the statement wrote it before.
 */
import { sql } from 'drizzle-orm'
import { type AccountEvent, isOfLeg, type Leg } from '../core/conditional/leg'
import type { ShownOrder } from '../core/order/event'
import { accountsOf } from '../ledger/accounts'
import { eventsAfter } from '../ledger/events/log'
import { accounts } from '../postgres/schema'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../postgres/statement'
import { drawVersion, type Version } from '../postgres/version-id'
import type { Proposal } from './write-if-current'

const replaceVersions = statement(
  ['accountIds', 'seen', 'version'],
  sql`update ${accounts} set version = ${parameter('version', 'bigint')}
    from unnest(${parameter('accountIds', 'text[]')}, ${parameter('seen', 'bigint[]')})
      as tried (account_id, seen)
    where ${accounts.accountId} = tried.account_id and ${accounts.version} = tried.seen
    returning ${accounts.accountId}`,
  ([accountId]) => String(accountId),
)

const inVersion = statement(
  ['accountIds', 'version'],
  sql`select ${accounts.accountId} from ${accounts}
    where ${accounts.accountId} = any(${parameter('accountIds', 'text[]')})
      and ${accounts.version} = ${parameter('version', 'bigint')}`,
  ([accountId]) => String(accountId),
)

/** The accounts that the statement would have written. */
export interface Became {
  readonly written: ReadonlySet<string>
  /** Accounts that others have changed since, of which the statement would have logged nothing. */
  readonly unknown: ReadonlySet<string>
}

/** Returns the outcome. Accounts in neither set were not written, and never will be. */
export async function whatBecameOf(
  runner: StatementRunner,
  { version, changes, seen }: Pick<Proposal, 'version' | 'changes' | 'seen'>,
): Promise<Became> {
  const ids = changes.accounts.map(({ accountId }) => accountId)
  if (ids.length === 0) return { written: new Set(), unknown: new Set() }
  const replaced = new Set(
    await runner.all(replaceVersions, {
      accountIds: arrayLiteral(ids),
      seen: arrayLiteral(ids.map((id) => String(seen.get(id)))),
      version: String(drawVersion()),
    }),
  )
  const left = ids.filter((id) => !replaced.has(id))
  const written = new Set(
    left.length === 0
      ? []
      : await runner.all(inVersion, { accountIds: arrayLiteral(left), version: String(version) }),
  )
  const unknown = new Set(left.filter((id) => !written.has(id)))
  for (const [accountId, events] of Map.groupBy(changes.events, (event) => event.accountId)) {
    if (unknown.delete(accountId) && (await areLogged(runner, events))) written.add(accountId)
  }
  return { written, unknown }
}

/**
 * Returns whether the account's log has these events. Ids are made of times and numbers, so the
 * events of two servers may differ only in the terms of an order. If two servers have canceled an
 * order in the same way at the same time, one event is the cancel of both.
 */
async function areLogged(
  runner: StatementRunner,
  events: readonly AccountEvent[],
): Promise<boolean> {
  const [first] = events
  if (first === undefined) return false
  const found = await eventsAfter(runner, first.accountId, first.seq - 1, events.length)
  return events.every((event, at) => {
    const stored = found[at]
    return stored?.seq === event.seq && isSame(shownBy(stored), shownBy(event))
  })
}

function isSame(stored: object, decided: object): boolean {
  const known = new Map(Object.entries(decided))
  return Object.entries(stored).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(known.get(name)),
  )
}

/** Returns the order or the leg after the event. */
const shownBy = (event: AccountEvent): ShownOrder | Leg =>
  isOfLeg(event) ? event.leg : event.order

const locked = statement(
  ['accountIds'],
  sql`with free as materialized (select ${accounts.accountId} from ${accounts}
      where ${accounts.accountId} = any(${parameter('accountIds', 'text[]')})
      order by ${accounts.accountId} for no key update skip locked)
    select ${accounts.accountId} from ${accounts}
    where ${accounts.accountId} = any(${parameter('accountIds', 'text[]')})
      and ${accounts.accountId} not in (select account_id from free)`,
  ([accountId]) => String(accountId),
)

/** Returns the accounts whose rows another session has locked now. */
export const lockedAmong = (
  runner: StatementRunner,
  accountIds: readonly string[],
): Promise<readonly string[]> => runner.all(locked, { accountIds: arrayLiteral(accountIds) })

/**
 * Returns whether the accounts are in the versions that were seen. A version of null means that the
 * account did not exist.
 */
export async function areCurrent(
  runner: StatementRunner,
  seen: ReadonlyMap<string, Version | null>,
): Promise<boolean> {
  const found = await accountsOf(runner, [...seen.keys()])
  const versions = new Map(found.map(({ account, version }) => [account.accountId, version]))
  return [...seen].every(([accountId, version]) => (versions.get(accountId) ?? null) === version)
}
