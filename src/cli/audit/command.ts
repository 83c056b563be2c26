/** `paper audit` [run.audit]. */
import { fault } from '../../core/fault'
import { type Audited, audit, CHECKS, type Finding } from '../../store/audit/audit'
import { action, type CliCommand } from '../shared/command'
import { onDatabase } from '../shared/on-database'
import { AUDIT_HELP } from './help'

export const auditCommand: CliCommand = {
  name: 'audit',
  help: AUDIT_HELP,
  does: action({ operands: [], options: { json: 'flag' } }, (line, { env, terminal, stopped }) =>
    onDatabase(env, async (database) => {
      const findings: Finding[] = []
      let accounts = 0
      for await (const page of audit(database)) {
        if (stopped.aborted) return fault('Stopped before the end.')
        accounts = page.accounts
        findings.push(...page.findings)
        if (!line.flag('json')) for (const each of page.findings) terminal.say(lineOf(each))
        terminal.redraw(progress(page))
      }
      terminal.redraw(null)
      const checked = `${counted(accounts)} accounts, ${CHECKS.length} checks`
      if (line.flag('json')) {
        terminal.say(JSON.stringify({ accounts, checks: CHECKS.length, findings }))
      } else if (findings.length === 0) {
        terminal.say(`${checked}: nothing is wrong.`)
      }
      if (findings.length === 0) return undefined
      const things = findings.length === 1 ? 'thing is' : 'things are'
      return fault(`${checked}: ${counted(findings.length)} ${things} wrong.`)
    }),
  ),
}

const counted = (count: number): string => count.toLocaleString('en-US')

const progress = ({ accounts, ofAccounts }: Audited): string =>
  `${counted(accounts)} of ${counted(ofAccounts)} accounts`

/** The check's sentence once more, so that a finding makes sense alone. */
function lineOf({ code, accountId, subject, expected, found }: Finding): string {
  const says = CHECKS.find((check) => check.code === code)?.says ?? ''
  const of = subject === null ? accountId : `${accountId} ${subject}`
  return `${code}  ${of}: expected ${expected}, found ${found}. ${says}`
}
