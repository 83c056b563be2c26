/** The audit, by a command or by the server that has the folder open. */
import { type Audited, audit, type Finding, type Unread } from '../../../ledger/audit/audit'
import { type Damage, damageFound, isDamage } from '../../../postgres/damage'
import type { Database } from '../../../postgres/database'
import type { CommandAnswer } from '../../../server/control-socket'

/** The command of the control socket. */
export const CONTROL_AUDIT = 'audit'

/** Checks of one kind that damage has made impossible. */
export interface UnreadBooks {
  /** The check that was not made; null if these accounts had no check at all. */
  readonly check: string | null
  /** How many accounts; null for all, or for all after the damage. */
  readonly accounts: number | null
  /** The first accounts. */
  readonly accountIds: readonly string[]
  readonly damage: Damage
}

export interface Audit {
  readonly accounts: number
  readonly findings: readonly Finding[]
  /** Tables and indexes with pages that are not as PostgreSQL wrote them. */
  readonly damaged: readonly Damage[]
  readonly unread: readonly UnreadBooks[]
}

/** Returns null if it was stopped. */
export async function auditAll(
  database: Pick<Database, 'all' | 'scan'>,
  stopping: AbortSignal,
  onPage: (page: Audited) => void = () => {},
): Promise<Audit | null> {
  const damaged = await damageFound(database.scan, stopping)
  const findings: Finding[] = []
  const unread = new UnreadByCheck()
  let accounts = 0
  for await (const page of audit(database)) {
    if (stopping.aborted) return null
    accounts = page.accounts
    findings.push(...page.findings)
    for (const each of page.unread) unread.add(each)
    onPage(page)
  }
  return { accounts, findings, damaged, unread: unread.all }
}

const ACCOUNTS_NAMED_MAX = 20

class UnreadByCheck {
  readonly #books = new Map<string, UnreadBooks>()

  get all(): readonly UnreadBooks[] {
    return [...this.#books.values()]
  }

  add({ check, accountId, damage }: Unread): void {
    const key = JSON.stringify([check, damage.what, accountId === null])
    const { accounts, accountIds, ...rest } = this.#books.get(key) ?? {
      check,
      damage,
      accounts: 0,
      accountIds: [],
    }
    this.#books.set(key, {
      ...rest,
      accounts: accountId === null ? null : (accounts ?? 0) + 1,
      accountIds: [...accountIds, ...(accountId === null ? [] : [accountId])].slice(
        0,
        ACCOUNTS_NAMED_MAX,
      ),
    })
  }
}

/** Audits in the server, which does other work, and can stop, between two pages of accounts. */
export async function answerAudit(
  database: Pick<Database, 'all' | 'scan'>,
  stopping: AbortSignal,
): Promise<CommandAnswer> {
  const found = await auditAll(database, stopping)
  if (found === null) return { ok: false, text: 'The server is stopping.' }
  return { ok: true, text: JSON.stringify(found) }
}

/** Returns undefined for the answer of another version. */
export function parseAudit(text: string): Audit | undefined {
  const answer: unknown = JSON.parse(text)
  return isAudit(answer) ? answer : undefined
}

const isAudit = (value: unknown): value is Audit =>
  isObject(value) &&
  typeof Reflect.get(value, 'accounts') === 'number' &&
  hasList(value, 'findings', isFinding) &&
  hasList(value, 'damaged', isDamage) &&
  hasList(value, 'unread', (each) => isObject(each) && isDamage(Reflect.get(each, 'damage')))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function hasList(value: object, name: string, isOne: (each: unknown) => boolean): boolean {
  const list: unknown = Reflect.get(value, name)
  return Array.isArray(list) && list.every(isOne)
}

const hasTexts = (value: unknown, names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'string')

const isFinding = (value: unknown): boolean =>
  hasTexts(value, ['code', 'accountId', 'expected', 'found'])
