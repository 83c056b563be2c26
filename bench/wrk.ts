/** The generator wrk, if it is installed: a second measurement of the same server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Turn } from './contest'
import { accountsOf, CONNECTIONS, LIMIT_PRICE, SYMBOLS } from './market'

export const hasWrk = (): boolean => Bun.which('wrk') !== null

type Counted = Omit<Turn, 'cpuMicros'>

/** Sends the same read again and again. Throws if an answer was not 200. */
export function wrkReads(url: string, token: string, seconds: number): Promise<Counted> {
  const headers = [`Authorization: Bearer ${token}`, 'X-Service-Request-Id: wrk']
  return run(
    headers.map((header) => `--header=${header}`),
    url,
    seconds,
  )
}

/**
 * Sends orders of all clients, a new one with each request. Throws if an answer was not 200. At its
 * end a request of each connection stays unanswered, and may be carried out all the same.
 */
export async function wrkOrders(
  origin: string,
  tokens: readonly string[],
  id: string,
  seconds: number,
): Promise<Counted> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-bench.'))
  try {
    const script = join(folder, 'orders.lua')
    await writeFile(script, ordersScript(new URL(origin).host, tokens, id))
    return await run([`--script=${script}`], origin, seconds)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** As our own generator sends them: of each client in turn, for one of its accounts by chance. */
function ordersScript(host: string, tokens: readonly string[], id: string): string {
  const clients = tokens.map((token, at) => `{"${token}", ${listOf(accountsOf(at))}}`)
  return `
local clients = {${clients.join(',')}}
local symbols = ${listOf(SYMBOLS)}
local sent = 0
request = function()
  sent = sent + 1
  local client = clients[sent % #clients + 1]
  local id = "${id}-" .. sent
  local order = '{"symbol":"' .. symbols[math.random(#symbols)] .. '","side":"BUY",' ..
    '"orderType":"LIMIT","quantity":1,"limitPrice":${LIMIT_PRICE},"clientOrderId":"' .. id .. '"}'
  return "POST /v1/orders HTTP/1.1\\r\\nHost: ${host}\\r\\nAuthorization: Bearer " .. client[1] ..
    "\\r\\nX-Service-Request-Id: " .. id ..
    "\\r\\nX-Service-Account-Id: " .. client[2][math.random(#client[2])] ..
    "\\r\\nContent-Type: application/json\\r\\nContent-Length: " .. #order ..
    "\\r\\n\\r\\n" .. order
end
`
}

const listOf = (texts: readonly string[]): string => `{"${texts.join('","')}"}`

async function run(what: readonly string[], url: string, seconds: number): Promise<Counted> {
  const child = Bun.spawn(
    [
      'wrk',
      '--threads=1',
      `--connections=${CONNECTIONS}`,
      `--duration=${seconds}s`,
      '--latency',
      ...what,
      url,
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  const output = await new Response(child.stdout).text()
  const answered = Number(/^\s*(\d+) requests in/m.exec(output)?.[1])
  const perSecond = Number(/^Requests\/sec:\s+([\d.]+)/m.exec(output)?.[1])
  const isWrong = output.includes('Non-2xx') || output.includes('Socket errors')
  if ((await child.exited) !== 0 || isWrong || !(perSecond > 0)) {
    throw new Error(`wrk failed:\n${output}`)
  }
  return { perSecond, answered, p50Ms: percentile(output, 50), p99Ms: percentile(output, 99) }
}

const MS_OF = { us: 0.001, ms: 1, s: 1_000 } as const

function percentile(output: string, percent: number): number | null {
  const [, value, unit] =
    new RegExp(`^\\s*${percent}%\\s+([\\d.]+)(us|ms|s)$`, 'm').exec(output) ?? []
  if (unit !== 'us' && unit !== 'ms' && unit !== 's') return null
  return Number(value) * MS_OF[unit]
}
