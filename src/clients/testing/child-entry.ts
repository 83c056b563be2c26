/**
 * The process of a test's broker, which index.ts starts with Bun [testkit.node]. The first line of
 * its standard input has the variables, as JSON. Its only line of output is a `StartMessage`. It
 * ends when its input ends, so it never outlives the test.
 */
import { createInterface } from 'node:readline'
import { errorMessage } from '../../lib/text'
import type { RunningBroker } from './broker'
import { serveInProcess } from './in-process'

export type StartMessage = { readonly url: string } | { readonly fault: string }

const isVariables = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string')

function send(message: StartMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

/** Throws if the variables are wrong or the broker cannot be opened. */
async function serve(line: string): Promise<RunningBroker> {
  const variables: unknown = JSON.parse(line)
  if (!isVariables(variables)) throw new Error('the first line must be the variables')
  const running = await serveInProcess(variables)
  send({ url: running.url })
  return running
}

const input = createInterface({ input: process.stdin })
let serving: Promise<RunningBroker> | undefined
input.once('line', (line) => {
  serving = serve(line)
  serving.catch((error: unknown) => {
    send({ fault: errorMessage(error) })
    process.exit(1)
  })
})
input.once('close', async () => {
  const running = await serving?.catch(() => undefined)
  await running?.close()
  process.exit(0)
})
// The test's process receives the signal too, and closes the input when it has finished.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
