/** The generator wrk, where it is installed: another program's opinion of the same server. */
import type { Turn } from './contest'
import { CONNECTIONS } from './market'

export const hasWrk = (): boolean => Bun.which('wrk') !== null

/** Throws where an answer was not 200. */
export async function wrk(
  url: string,
  token: string,
  seconds: number,
): Promise<Omit<Turn, 'cpuMicros'>> {
  const headers = [`Authorization: Bearer ${token}`, 'X-Service-Request-Id: wrk']
  const child = Bun.spawn(
    [
      ...['wrk', '--threads=1', `--connections=${CONNECTIONS}`, `--duration=${seconds}s`],
      ...['--latency', ...headers.map((header) => `--header=${header}`), url],
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
