/** One server of a simulated world: opened, called without a network, and ended at any point. */
import type { Brokerage } from '../../src/server/compose/brokerage'
import { openBrokerage } from '../../src/server/compose/brokerage'
import { type Config, readConfig } from '../../src/server/config/config'
import { type Connection, type Fate, simulatedDatabase } from './database'
import { worldFeed } from './feed'
import type { Sessions } from './sessions'
import type { Timeline } from './timeline'

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly replayed: boolean
}

/** The answer of a server that is not there, or ended meanwhile. */
export type Outcome = Answer | 'not sent' | 'cut off'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface Failure {
  readonly error: unknown
  readonly atMs: number
}

export interface ServerProcess {
  readonly name: string
  readonly brokerage: Brokerage | null
  /** Rejects if it cannot start. */
  open(): Promise<void>
  call(sent: Sent): Promise<Outcome>
  /** It ends after so many more operations of its database. */
  endAfter(operations: number): void
  end(): void
  heard(payload: string): void
  /** Its own failures since the last look. */
  takeFailures(): readonly Failure[]
}

export interface ProcessDeps {
  readonly name: string
  readonly seed: number
  readonly sessions: Sessions
  /** The market's clock, if it has one of its own. */
  readonly clock: { readonly startsAt: string; readonly speed: number } | null
  readonly hasSandbox: boolean
  readonly timeline: Timeline
  readonly fate: () => Fate
  /** Notifies all processes, this one included. */
  readonly tell: (payload: string) => void
  readonly unfenced: (what: string) => void
  /** Called when it ends by `endAfter`. */
  readonly ended: (brokerage: Brokerage | null) => void
}

function configOf({ seed, clock, hasSandbox }: ProcessDeps): Config {
  const read = readConfig({
    ...(clock && { MARKET_CLOCK: clock.startsAt, MARKET_SPEED: String(clock.speed) }),
    DATABASE_URL: 'postgres://simulated/world',
    MARKET_SEED: String(Math.abs(seed)),
    RATE_LIMIT: 'off',
    SANDBOX: hasSandbox ? 'on' : 'off',
    CONSOLE: 'off',
    TOKEN_LIFETIME: '31536000',
    PAPER_CLIENT_ID: 'pk_setup',
    PAPER_CLIENT_SECRET: 'sk_setup_0123456789',
  })
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read.config
}

export function serverProcess(deps: ProcessDeps): ServerProcess {
  const { name, seed, timeline } = deps
  let life = lifeOf()
  let brokerage: Brokerage | null = null
  let failures: Failure[] = []

  function lifeOf() {
    const { time, end } = timeline.process()
    const cut = new Set<() => void>()
    let left = Number.POSITIVE_INFINITY
    let isOver = false
    const made = {
      time,
      cut,
      heard: (_: string): void => {},
      endAfter(operations: number) {
        left = operations
      },
      end() {
        if (isOver) return
        isOver = true
        end()
        for (const one of [...cut]) one()
      },
      goOn(): boolean {
        if (isOver) return false
        if (--left >= 0) return true
        made.end()
        deps.ended(brokerage)
        return false
      },
      get isOver() {
        return isOver
      },
    }
    return made
  }

  return {
    name,
    get brokerage() {
      return life.isOver ? null : brokerage
    },
    async open() {
      life.end()
      const mine = lifeOf()
      life = mine
      brokerage = null
      const connection: Connection = {
        name,
        fate: deps.fate,
        goOn: mine.goOn,
        wait: timeline.wait,
        nowMs: () => timeline.nowMs,
        unfenced: (holder) => deps.unfenced(`${name} fills while ${holder} moves the market`),
        notifications: {
          notify: async (payloads) => {
            if (!mine.isOver) for (const payload of payloads) deps.tell(payload)
          },
          async listen(heard, connected) {
            mine.heard = heard
            connected()
          },
          close: async () => {},
        },
      }
      const note = (error: unknown): void => {
        if (!mine.isOver) failures.push({ error, atMs: timeline.nowMs })
      }
      const opened = await openBrokerage(
        configOf(deps),
        { request: ({ error }) => note(error), background: (_, error) => note(error) },
        {
          database: simulatedDatabase(deps.sessions, connection),
          time: mine.time,
          feed: worldFeed(seed),
          instruments: [],
        },
      )
      if (!mine.isOver) brokerage = opened
    },
    async call({ method, path, headers, body }) {
      const mine = life
      if (mine.isOver || brokerage === null) return 'not sent'
      const { app } = brokerage
      return await new Promise<Outcome>((resolve, reject) => {
        const cutOff = (): void => resolve('cut off')
        mine.cut.add(cutOff)
        const init = { method, headers, ...(body !== undefined && { body }) }
        Promise.resolve(app.handle(new Request(`http://localhost${path}`, init)))
          // The connection is closed before all of the answer is there.
          .then((response) => answerOf(response).catch((): Outcome => 'cut off'))
          .then(resolve, reject)
          .finally(() => mine.cut.delete(cutOff))
      })
    },
    endAfter: (operations) => life.endAfter(operations),
    end: () => life.end(),
    heard: (payload) => {
      if (!life.isOver) life.heard(payload)
    },
    takeFailures() {
      const taken = failures
      failures = []
      return taken
    },
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const parsed: unknown = text !== '' && isJson ? JSON.parse(text) : {}
  const body =
    typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {}
  return {
    status: response.status,
    body,
    replayed: response.headers.get('idempotent-replayed') === 'true',
  }
}
