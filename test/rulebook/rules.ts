/** `bun run rules`: the rules, and the code, the tests and the refusals of each. */
import { readFileSync } from 'node:fs'
import { action, type CliCommand, type Outcome } from '../../src/clients/cli/shared/command-line'
import { runAsProcess } from '../../src/clients/cli/shared/paper'
import type { Terminal } from '../../src/clients/cli/shared/terminal'
import { REFUSALS } from '../../src/core/refusals'
import { fault } from '../../src/lib/fault'
import { find, reportOf } from './lookup'
import { readProject } from './project'
import { ranIn } from './ran'
import { listLines, reportJson, reportLines, ruleJson } from './show'

const HELP = `\
Shows the rules of docs/rules.md.

  bun run rules                  every rule, by its heading
  bun run rules order.           the rules of a subject: of which ids begin so
  bun run rules order.hold-cash  one rule: its reason, the lines of code that cite it, the tests
                                 that name it and the error pages that it leads to

  --json             the same for programs
  --ran REPORT…      instead: the rules that no test of these runs has tested, by the JUnit reports
                     that bun test --reporter=junit wrote; a skipped test tests nothing. The exit
                     status is 1 if there are any`

const USUAL_COLUMNS = 100

const rules: CliCommand = {
  name: 'rules',
  help: HELP,
  action: action(
    { operands: ['[ID…]'], options: { json: 'flag', ran: 'flag' } },
    (line, { terminal }) => {
      if (line.flag('ran')) return showUntested(line.operands, terminal)
      const [asked, another] = line.operands
      if (another !== undefined) return fault(`rules takes one id, so not ${another} as well.`)
      return showRules(asked, line.flag('json'), terminal)
    },
  ),
}

function showRules(asked: string | undefined, json: boolean, terminal: Terminal): Outcome {
  const project = readProject()
  const found = find(asked, project.book.rules)
  if ('nearest' in found) {
    const near = found.nearest.length > 0 ? ` Near it: ${found.nearest.join(', ')}.` : ''
    return fault(`There is no rule ${asked}.${near} bun run rules lists them.`)
  }
  const columns = terminal.screen?.columns ?? USUAL_COLUMNS
  const isOne = found.rules.length === 1 && asked?.replace(/[[\]]/g, '') === found.rules[0]?.id
  if (!isOne) {
    terminal.say(
      json
        ? JSON.stringify(found.rules.map(ruleJson), null, 2)
        : listLines(found.rules, columns).join('\n'),
    )
    return undefined
  }
  for (const rule of found.rules) {
    const report = reportOf(rule, project, Object.keys(REFUSALS))
    terminal.say(
      json ? JSON.stringify(reportJson(report), null, 2) : reportLines(report, columns).join('\n'),
    )
  }
  return undefined
}

function showUntested(reports: readonly string[], terminal: Terminal): Outcome {
  if (reports.length === 0) return fault('--ran needs at least one report.')
  const tested = new Set(reports.flatMap((path) => [...ranIn(readFileSync(path, 'utf8'))]))
  const built = readProject().book.rules.filter(({ notYet }) => !notYet)
  const without = built.filter(({ id }) => !tested.has(id))
  const count = `${built.length - without.length} of ${built.length} rules were tested.`
  if (without.length > 0) {
    return fault([...without.map(({ id }) => `No test of [${id}] has run.`), count].join('\n'))
  }
  terminal.say(count)
  return undefined
}

if (import.meta.main) await runAsProcess(rules, process.argv.slice(2))
