/** Which rules a run of the tests has tested, by its JUnit report. Pure. */
import { RULE_ID } from './rulebook'

const TEST = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g
const SKIPPED = /<skipped\b/

/** The ids in the titles of the tests that ran, and of the groups around them. */
export function ranIn(report: string): ReadonlySet<string> {
  if (!report.includes('<testsuites') || !report.includes('</testsuites>')) {
    throw new Error('That is no JUnit report, or not all of one')
  }
  const ran = [...report.matchAll(TEST)].filter(([, , inside = '']) => !SKIPPED.test(inside))
  const cited = new RegExp(String.raw`\[(${RULE_ID})\]`, 'g')
  return new Set(
    ran.flatMap(([, titles = '']) => [...titles.matchAll(cited)].map(([, id = '']) => id)),
  )
}
