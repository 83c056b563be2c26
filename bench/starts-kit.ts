/** The process that starts brokers for `bun run bench:starts`: prints what each start took. */
import type { startBroker as StartBroker } from '../src/clients/testing'
import { median } from './statistics'

interface Taken {
  readonly ms: number
  readonly cpuMs: number
}

export interface KitStarts {
  /** Loading the kit included. */
  readonly first: Taken
  /** The median of several, each after the one before it was closed. */
  readonly reopened: Taken
  /** The median of several that stay open. */
  readonly further: Taken
  readonly twenty: Taken
}

const SEVERAL = 7
const TWENTY = 20

async function taken<T>(work: () => Promise<T>): Promise<Taken & { readonly done: T }> {
  const [beganAtMs, cpu] = [performance.now(), process.cpuUsage()]
  const done = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { ms: performance.now() - beganAtMs, cpuMs: (user + system) / 1_000, done }
}

const medianOf = (several: readonly Taken[]): Taken => ({
  ms: median(several.map(({ ms }) => ms)),
  cpuMs: median(several.map(({ cpuMs }) => cpuMs)),
})

async function measure(kit: string): Promise<KitStarts> {
  let startBroker: typeof StartBroker | undefined
  const first = await taken(async () => {
    startBroker = (await import(kit)).startBroker
    return startBroker?.()
  })
  const start = startBroker
  if (start === undefined) throw new Error(`${kit} has no startBroker`)
  await first.done?.close()
  const reopened: Taken[] = []
  for (let time = 0; time < SEVERAL; time++) {
    const { done: broker, ...took } = await taken(start)
    reopened.push(took)
    await broker.close()
  }
  const open = [await start()]
  const further: Taken[] = []
  for (let time = 0; time < SEVERAL; time++) {
    const { done: broker, ...took } = await taken(start)
    further.push(took)
    open.push(broker)
  }
  await Promise.all(open.map((broker) => broker.close()))
  const twenty = await taken(() => Promise.all(Array.from({ length: TWENTY }, () => start())))
  const alone = ({ ms, cpuMs }: Taken): Taken => ({ ms, cpuMs })
  return {
    first: alone(first),
    twenty: alone(twenty),
    reopened: medianOf(reopened),
    further: medianOf(further),
  }
}

if (import.meta.main) {
  console.log(JSON.stringify(await measure(process.argv[2] ?? '')))
  process.exit(0)
}
