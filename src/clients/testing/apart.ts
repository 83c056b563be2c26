/**
 * The process of a broker that runs beside a test, started by index.ts with Bun [testkit.node]. The
 * first line of its standard input is the variables, as JSON; its only line of output says where it
 * listens, or what is wrong. It ends when its input ends, so it never outlives the test.
 */
import { createInterface } from 'node:readline'
import { reasonOf } from '../../lib/text'
import type { Running } from './broker'
import { serveHere } from './in-process'

export type Started = { readonly url: string } | { readonly fault: string }

const isVariables = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string')

function say(started: Started): void {
  process.stdout.write(`${JSON.stringify(started)}\n`)
}

/** Rejects where the variables are wrong or the broker cannot be opened. */
async function serve(line: string): Promise<Running> {
  const variables: unknown = JSON.parse(line)
  if (!isVariables(variables)) throw new Error('the first line must be the variables')
  const running = await serveHere(variables)
  say({ url: running.url })
  return running
}

const input = createInterface({ input: process.stdin })
let serving: Promise<Running> | undefined
input.once('line', (line) => {
  serving = serve(line)
  serving.catch((error: unknown) => {
    say({ fault: reasonOf(error) })
    process.exit(1)
  })
})
input.once('close', async () => {
  const running = await serving?.catch(() => undefined)
  await running?.close()
  process.exit(0)
})
// The test's own process hears them as well, and closes the input when it has finished.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
