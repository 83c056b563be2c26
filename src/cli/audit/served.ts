/** The audit as a running server answers it: nobody else can read a folder that it has open. */
import { audit, type Finding } from '../../store/audit/audit'
import type { StatementRunner } from '../../store/pg/statement'
import type { CommandAnswer } from '../shared/control-socket'

/** As the socket names it. */
export const SERVED_AUDIT = 'audit'

export interface Audit {
  readonly accounts: number
  readonly findings: readonly Finding[]
}

/** Between two pages of accounts the server does its other work, and can be stopped. */
export async function answerAudit(
  runner: StatementRunner,
  stopping: AbortSignal,
): Promise<CommandAnswer> {
  const findings: Finding[] = []
  let accounts = 0
  for await (const page of audit(runner)) {
    if (stopping.aborted) return { ok: false, text: 'The server is stopping.' }
    accounts = page.accounts
    findings.push(...page.findings)
  }
  return { ok: true, text: JSON.stringify({ accounts, findings } satisfies Audit) }
}

/** Undefined for the answer of another version. */
export function auditIn(text: string): Audit | undefined {
  const answer: unknown = JSON.parse(text)
  return isAudit(answer) ? answer : undefined
}

const isAudit = (value: unknown): value is Audit =>
  typeof value === 'object' &&
  value !== null &&
  'accounts' in value &&
  typeof value.accounts === 'number' &&
  'findings' in value &&
  Array.isArray(value.findings) &&
  value.findings.every(isFinding)

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' &&
  value !== null &&
  ['code', 'accountId', 'expected', 'found'].every(
    (name) => typeof Reflect.get(value, name) === 'string',
  )
