/** `paper audit` [run.audit]. */

import type { Config } from '../../config/config'
import { counted, plural } from '../../core/count'
import { fault, isFault } from '../../core/fault'
import { type Audited, audit, CHECKS, type Finding } from '../../store/audit/audit'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command'
import { configOf, onDatabase } from '../shared/on-database'
import { askRunningServer } from '../shared/served'
import { AUDIT_HELP } from './help'
import { type Audit, auditIn, SERVED_AUDIT } from './served'

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
    return onDatabase(context, async (database) => {
      const findings: Finding[] = []
      let accounts = 0
      for await (const page of audit(database)) {
        if (context.stopped.aborted) return fault('Stopped before the end.')
        accounts = page.accounts
        findings.push(...page.findings)
        for (const finding of page.findings) told(finding)
        context.terminal.redraw(progress(page))
      }
      context.terminal.redraw(null)
      return outcomeOf({ accounts, findings }, isJson, context)
    })
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

function outcomeOf(
  { accounts, findings }: Audit,
  isJson: boolean,
  { terminal }: CommandContext,
): Outcome {
  const checked = `${plural(accounts, 'account')}, ${plural(CHECKS.length, 'check')}`
  if (isJson) terminal.say(JSON.stringify({ accounts, checks: CHECKS.length, findings }))
  else if (findings.length === 0) terminal.say(`${checked}: nothing is wrong.`)
  if (findings.length === 0) return undefined
  return fault(`${checked}: ${plural(findings.length, 'thing is', 'things are')} wrong.`)
}

const progress = ({ accounts, ofAccounts }: Audited): string =>
  `${counted(accounts)} of ${plural(ofAccounts, 'account')}`

/** The check's sentence once more, so that a finding makes sense alone. */
function lineOf({ code, accountId, subject, expected, found }: Finding): string {
  const says = CHECKS.find((check) => check.code === code)?.says ?? ''
  const of = subject === null ? accountId : `${accountId} ${subject}`
  return `${code}  ${of}: expected ${expected}, found ${found}. ${says}`
}
