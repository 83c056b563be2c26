/** The process: reads the environment, opens the brokerage, listens, and ends in good order. */

import { faultLine, readConfig } from './config'
import { describeConfig } from './config/describe'
import { toKst } from './core/time'
import type { Failure } from './http/plugins/errors'
import { type Brokerage, openBrokerage } from './server/brokerage'
import { StartError } from './store/start-error'

/** D10. */
const SHUTDOWN_MAX_MS = 10_000

const reports = {
  request: ({ method, path, requestId, error }: Failure) =>
    console.error(`${method} ${path} failed (request id ${requestId ?? 'unknown'}):`, error),
  background: (error: unknown) => console.error('The market will try again:', error),
  progress: (text: string) => console.log(text),
}

async function start(): Promise<void> {
  const read = readConfig(process.env)
  if ('faults' in read) return refuse(read.faults.map(faultLine))
  const { config } = read
  console.log(describeConfig(config).join('\n'))
  console.log('opening the database …')
  const brokerage = await openBrokerage(config, reports)
  const url = await listen(brokerage, config.host, config.port)
  console.log(banner(brokerage, url).join('\n'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(brokerage))
  }
}

async function listen({ app, close }: Brokerage, hostname: string, port: number): Promise<string> {
  try {
    // Elysia shares ports by default: a second server would silently take half of the requests.
    app.listen({ hostname, port, reusePort: false })
  } catch (error) {
    await close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`Cannot listen on ${hostname}:${port} (HOST, PORT): ${reason}`)
  }
  return app.server?.url.origin ?? ''
}

function banner({ clock, firstClient, controlFault }: Brokerage, url: string): string[] {
  return [
    `listening     ${url}   documentation ${url}/docs   errors ${url}/errors`,
    `market time   ${toKst(clock.now())}`,
    ...(controlFault === null ? [] : [`no key command ${controlFault}`]),
    ...(firstClient === null
      ? []
      : [
          `new client    id     ${firstClient.clientId}`,
          `              secret ${firstClient.clientSecret}   (shown this once)`,
          `              account ${firstClient.accountIds.join(' ')}`,
        ]),
  ]
}

async function stop({ app, close }: Brokerage): Promise<void> {
  const overdue = setTimeout(() => {
    console.error('The shutdown took too long; what was answered is committed.')
    process.exit(1)
  }, SHUTDOWN_MAX_MS)
  console.log('finishing what was accepted …')
  await app.stop()
  await close()
  clearTimeout(overdue)
  process.exit(0)
}

function refuse(lines: readonly string[]): void {
  for (const line of lines) console.error(line)
  process.exitCode = 1
}

start().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error
  refuse([error.message])
  process.exit(1)
})
