/** `bun run rules`: the rules of docs/rules.md by their headings. */
import { readProject } from './project'

const { rules } = readProject().book
for (const [at, { id, heading, text }] of rules.entries()) {
  if (rules[at - 1]?.heading !== heading) console.log(`\n${heading}`) // tidy: for people
  console.log(`  [${id}] ${text}`) // tidy: for people
}
