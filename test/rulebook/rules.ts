/** `bun run rules`: the rules, and where each is carried out, tested and refused. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { REFUSALS } from '../../src/core/refusals'
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

interface Answer {
  readonly text: string
  readonly status: 0 | 1
}

const flag = { type: 'boolean' } as const

function answerTo(args: readonly string[]): Answer {
  const options = { json: flag, ran: flag, help: { ...flag, short: 'h' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [asked, another] = positionals
  if (values.help) return { text: HELP, status: 0 }
  if (values.ran) return untested(positionals)
  if (another !== undefined) return { text: `One id at a time, so not ${another}.`, status: 1 }

  const project = readProject()
  const found = find(asked, project.book.rules)
  if ('nearest' in found) {
    const near = found.nearest.length > 0 ? ` Near it: ${found.nearest.join(', ')}.` : ''
    return { text: `There is no rule ${asked}.${near} bun run rules lists them.`, status: 1 }
  }
  const columns = process.stdout.columns || 100
  const isOne = found.rules.length === 1 && asked?.replace(/[[\]]/g, '') === found.rules[0]?.id
  if (!isOne) {
    const text = values.json
      ? JSON.stringify(found.rules.map(ruleJson), null, 2)
      : listLines(found.rules, columns).join('\n')
    return { text, status: 0 }
  }
  const reports = found.rules.map((rule) => reportOf(rule, project, Object.keys(REFUSALS)))
  const text = reports.map((report) =>
    values.json
      ? JSON.stringify(reportJson(report), null, 2)
      : reportLines(report, columns).join('\n'),
  )
  return { text: text.join('\n'), status: 0 }
}

function untested(reports: readonly string[]): Answer {
  if (reports.length === 0) return { text: '--ran needs at least one report.', status: 1 }
  const tested = new Set(reports.flatMap((path) => [...ranIn(readFileSync(path, 'utf8'))]))
  const built = readProject().book.rules.filter(({ notYet }) => !notYet)
  const without = built.filter(({ id }) => !tested.has(id))
  const count = `${built.length - without.length} of ${built.length} rules were tested.`
  const lines = without.map(({ id }) => `No test of [${id}] has run.`)
  return { text: [...lines, count].join('\n'), status: without.length > 0 ? 1 : 0 }
}

function attempt(args: readonly string[]): Answer {
  try {
    return answerTo(args)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { text: `${reason.split(/\.\s|\n/)[0]}; --help shows what is allowed.`, status: 1 }
  }
}

if (import.meta.main) {
  const { text, status } = attempt(process.argv.slice(2))
  if (status === 0)
    console.log(text) // tidy: a command for people
  else console.error(text) // tidy: a command for people
  process.exitCode = status
}
