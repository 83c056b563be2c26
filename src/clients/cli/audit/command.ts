/** `paper audit` [run.audit]. */

import { type Audited, CHECKS, type Finding } from '../../../ledger/audit/audit'
import { fault, isFault } from '../../../lib/fault'
import { counted, plural } from '../../../lib/text'
import type { Database } from '../../../postgres/database'
import type { Config } from '../../../server/config/config'
import { askRunningServer } from '../../../server/control-socket'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { configOf, onDatabase } from '../shared/on-database'
import { type Audit, auditAll, auditIn, SERVED_AUDIT, type UnreadBooks } from './served'

export const AUDIT_HELP = `\
Checks the books of a database: that every account's cash, shares and holds follow from its orders,
fills and adjustments, that every order follows from its events, and that no event is missing.

  paper audit [--json]

  --json      prints what it found as one JSON object

It reads the server's database (DATABASE_URL, or DATA_DIR) and changes nothing. Servers may go on
trading. One that has an embedded database open does the work itself, between its requests. It goes
through the accounts a hundred at a time, so that its own memory does not grow with them.

Of an embedded database it also looks at every page of every table. What a damaged page keeps it
from reading is named, with the checks that could not be made, and it goes on with the rest.

The exit status is 0 if the books are right, and 1 if something is wrong or damaged: each finding
names the check, the account, and what was expected and found.`

export const auditCommand: CliCommand = {
  name: 'audit',
  help: AUDIT_HELP,
  does: action({ operands: [], options: { json: 'flag' } }, async (line, context) => {
    const config = configOf(context.env)
    if (isFault(config)) return config
    const isJson = line.flag('json')
    const told = (finding: Finding): void => {
      if (!isJson) context.terminal.say(lineOf(finding))
    }
    const served = await auditOfServer(config)
    if (isFault(served)) return served
    if (served !== null) {
      for (const finding of served.findings) told(finding)
      return outcomeOf(served, isJson, context)
    }
    const work = async (database: Database): Promise<Outcome> => {
      const found = await auditAll(database, context.stopped, (page) => {
        for (const finding of page.findings) told(finding)
        context.terminal.redraw(progress(page))
      })
      context.terminal.redraw(null)
      return found === null ? fault('Stopped before the end.') : outcomeOf(found, isJson, context)
    }
    return onDatabase(context, work, { opens: 'what is there, damaged or not' })
  }),
}

/** Null where no server has the folder open. */
async function auditOfServer({ database }: Config) {
  if (database.kind !== 'embedded') return null
  const answer = await askRunningServer(database.dir, SERVED_AUDIT)
  if (answer === null) return null
  if (!answer.ok) return fault(answer.text)
  return auditIn(answer.text) ?? fault('The server of this folder is another version.')
}

/** What is damaged comes last: there may be more lines than a screen has. */
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

/** What was not checked, and why. */
function unreadLine({ check, accounts, accountIds, damage }: UnreadBooks): string {
  const what = check === null ? 'nothing was checked' : `${check} was not checked`
  const others = (accounts ?? 0) - accountIds.length
  const named = accountIds.join(', ') + (others > 0 ? ` and ${counted(others)} others` : '')
  const of = accounts === null ? '' : ` of ${named}`
  return `unread  ${what}${of}: ${damage.what} ${damage.how}.`
}

const progress = ({ accounts, ofAccounts }: Audited): string =>
  `${counted(accounts)} of ${plural(ofAccounts, 'account')}`

/** The check's sentence once more, so that a finding makes sense alone. */
function lineOf({ code, accountId, subject, expected, found }: Finding): string {
  const says = CHECKS.find((check) => check.code === code)?.says ?? ''
  const of = subject === null ? accountId : `${accountId} ${subject}`
  return `${code}  ${of}: expected ${expected}, found ${found}. ${says}`
}
