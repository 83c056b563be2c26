/** `paper audit` [run.audit]. */
import { type Audited, CHECKS, type Finding } from '../../../ledger/audit/audit'
import { fault, isFault } from '../../../lib/fault'
import { counted, plural } from '../../../lib/text'
import type { Database } from '../../../postgres/database'
import type { Config } from '../../../server/config/config'
import { askRunningServer } from '../../../server/control-socket'
import { CELLS_HELP, overCells } from '../shared/cells'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { configOf, onDatabase } from '../shared/on-database'
import { type Audit, auditAll, CONTROL_AUDIT, parseAudit, type UnreadBooks } from './control'

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
