/** `paper audit`, by the command or by the server that has the folder open [run.audit]. */
import { type Audited, audit, CHECKS, type Finding, type Unread } from '../../../ledger/audit/audit'
import { fault, isFault } from '../../../lib/fault'
import { counted, plural } from '../../../lib/text'
import { type Damage, damageFound, isDamage } from '../../../postgres/damage'
import type { Database } from '../../../postgres/database'
import type { Config } from '../../../server/config/config'
import { askRunningServer, type CommandAnswer } from '../../../server/control-socket'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { CELLS_HELP, configOf, onDatabase, overCells } from '../shared/on-database'

export const AUDIT_HELP = `\
Checks the books of a database: that every account's cash, shares and holds follow from its orders,
fills and adjustments, that every order follows from its events, and that no event is missing.

  paper audit [--json] [--cells FILE]

  --json        prints what it found as one JSON object
${CELLS_HELP}

It reads the server's database (DATABASE_URL, or DATA_DIR) and changes nothing. Servers may go on
trading. A server that has an embedded database open does the work itself, between its requests. It
reads a hundred accounts at a time, so that its memory does not grow with their number.

In an embedded database it also looks at every page of every table. It names what a damaged page
keeps it from reading and the checks that it could not make, and goes on with the rest.

The exit status is 0 if the books are right, and 1 if something is wrong or damaged: each finding
names the check, the account, and what was expected and found.`

export const auditCommand: CliCommand = overCells({
  name: 'audit',
  help: AUDIT_HELP,
  action: action({ operands: [], options: { json: 'flag' } }, async (line, context) => {
    const config = configOf(context.env)
    if (isFault(config)) return config
    const isJson = line.flag('json')
    const report = (finding: Finding): void => {
      if (!isJson) context.terminal.say(lineOf(finding))
    }
    const ofServer = await auditOfServer(config)
    if (isFault(ofServer)) return ofServer
    if (ofServer !== null) {
      for (const finding of ofServer.findings) report(finding)
      return outcomeOf(ofServer, isJson, context)
    }
    const work = async (database: Database): Promise<Outcome> => {
      const found = await auditAll(database, context.stopped, (page) => {
        for (const finding of page.findings) report(finding)
        context.terminal.redraw(progress(page))
      })
      context.terminal.redraw(null)
      return found === null ? fault('Stopped before the end.') : outcomeOf(found, isJson, context)
    }
    return onDatabase(context, work, { opens: 'damaged' })
  }),
})

/** Null if no server has the folder open. */
async function auditOfServer({ database }: Config) {
  if (database.kind !== 'embedded') return null
  const answer = await askRunningServer(database.dir, CONTROL_AUDIT)
  if (answer === null) return null
  if (!answer.ok) return fault(answer.text)
  return parseAudit(answer.text) ?? fault('The server of this folder is another version.')
}

/** Prints damage last, since there may be more lines than a screen has. */
function outcomeOf(found: Audit, isJson: boolean, { terminal }: CommandContext): Outcome {
  const { accounts, findings, damaged, unread } = found
  const checked = `${plural(accounts, 'account')}, ${plural(CHECKS.length, 'check')}`
  const isRight = findings.length + damaged.length + unread.length === 0
  if (isJson) terminal.say(JSON.stringify({ checks: CHECKS.length, ...found }))
  else if (isRight) terminal.say(`${checked}: nothing is wrong.`)
  if (isRight) return undefined
  if (!isJson) {
    for (const each of unread) terminal.say(unreadLine(each))
    for (const { what, how } of damaged) terminal.say(`damaged  ${what} ${how}.`)
  }
  const wrong = `${checked}: ${plural(findings.length, 'thing is', 'things are')} wrong.`
  if (damaged.length + unread.length === 0) return fault(wrong)
  return fault(`${wrong} The database is damaged: restore a backup.`)
}

/** Names accounts that were not checked, and the damage. */
function unreadLine({ check, accounts, accountIds, damage }: UnreadBooks): string {
  const what = check === null ? 'nothing was checked' : `${check} was not checked`
  const others = (accounts ?? 0) - accountIds.length
  const named = accountIds.join(', ') + (others > 0 ? ` and ${counted(others)} others` : '')
  const of = accounts === null ? '' : ` of ${named}`
  return `unread  ${what}${of}: ${damage.what} ${damage.how}.`
}

const progress = ({ accounts, ofAccounts }: Audited): string =>
  `${counted(accounts)} of ${plural(ofAccounts, 'account')}`

/** Repeats the sentence of the check, so that a finding makes sense alone. */
function lineOf({ code, accountId, subject, expected, found }: Finding): string {
  const rule = CHECKS.find((check) => check.code === code)?.says ?? ''
  const of = subject === null ? accountId : `${accountId} ${subject}`
  return `${code}  ${of}: expected ${expected}, found ${found}. ${rule}`
}

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
