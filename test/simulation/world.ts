/**
 * A simulated world: processes on one database, the time, and the ledger that looks at all of it
 * after each step.
 */

import { amount } from '../../src/core/money'
import { atMs, toKst } from '../../src/core/time'
import { createClient } from '../../src/identity/clients'
import { hashOf } from '../../src/identity/secrets'
import { createAccount, createUser } from '../../src/ledger/accounts'
import { addInstruments } from '../../src/ledger/instruments'
import type { Database } from '../../src/postgres/database'
import { ACCOUNTS, type Climate, type Command, climateOf } from './commands'
import type { Fate } from './database'
import {
  askedEntries,
  askedGroups,
  isCanceledByAll,
  isGroupCanceled,
  noEntries,
  type SentEntries,
} from './entries'
import { INSTRUMENTS } from './feed'
import type { Ground } from './grounds'
import { observe } from './observe'
import { checkNothingLeft, explain } from './oracle/explain'
import type { Outcome } from './oracle/forced'
import { MONDAY_MS } from './oracle/hours'
import { type Account, must, newAccount, type Terms } from './oracle/ledger'
import { type Market, type Pin, SYMBOLS } from './oracle/prices'
import type { AccountRows, Step } from './oracle/step'
import { marketsAt } from './oracle/worlds'
import { type ServerProcess, serverProcess } from './process'
import { type Random, random, seedOf } from './random'
import { type Follower, follower } from './streams'
import { type Timeline, timeline } from './timeline'

const MINUTE_MS = 60_000
/** 10:00 on Monday, and just before each change of the session. */
const BEGINNINGS = [
  10 * 60,
  9 * 60 + 29.5,
  15 * 60 + 59.5,
  19 * 60 + 59.5,
  24 * 60 + 3 * 60 + 49.5,
  24 * 60 + 3 * 60 + 59.5,
  4 * 24 * 60 + 19 * 60 + 59.5,
]
const SESSION_STARTS = [4 * 60, 9 * 60 + 30, 16 * 60, 20 * 60, 27 * 60 + 50]

const CASH = ['100000', '100000', '20000', '2500.5', '1000000', '100000']
const SECRET = 'sk_world_0123456789'
const CLIENTS = ['pk_one', 'pk_two']

/** After faults: the lease has run out, and everything that is polled was polled. */
const CALM_AFTER_MS = 13_000
/** A hint may be lost; then a heartbeat shows it. */
const HEARD_WITHIN_MS = 7_000
/** Longer than CALM_AFTER_MS. */
const HEALED_WITHIN_S = 20
/** The most statements that pass between two commands of one burst. */
const STATEMENTS_APART = 40
/** The time that an answer may take, counted from the one before it. */
const ANSWER_MS_MAX = 60_000

export interface Sent {
  readonly terms: Terms
  readonly accountId: string
  outcome: 'waits' | 'done' | 'refused' | 'unknown'
}

export interface AskedReset {
  readonly accountId: string
  readonly cash: string
  /** Whether it was answered, so it can no longer come. */
  isOver: boolean
}

/** What may be so at some time in the present step. */
interface Possible {
  readonly tradable: Map<string, Set<boolean>>
  readonly locked: Map<string, Set<boolean>>
  readonly halted: Set<boolean>
  readonly resets: Set<AskedReset>
}

/** Faults of the sandbox: one may strike until then, and what it may have let happen. */
export interface AskedFaults {
  /** How often they were set or taken away. */
  asked: number
  untilMs: number
  mayComeLate: boolean
}

export interface World {
  readonly seed: number
  readonly climate: Climate
  readonly timeline: Timeline
  readonly processes: readonly ServerProcess[]
  readonly accounts: readonly Account[]
  readonly followers: readonly Follower[]
  readonly tokens: Map<string, string>
  readonly sent: Sent[]
  readonly wanted: Set<string>
  readonly entries: SentEntries
  readonly counts: Map<string, number>
  readonly possible: Possible
  /** Every one that was asked for. */
  readonly outcomes: Outcome[]
  /** The time of the market's clock. */
  readonly marketNowMs: number
  /** The speed of a market with its own clock; null if it is unknown, or the system's. */
  speed: number | null
  /** The faults of the client that owns the account: who sets them meets them. */
  faultsOf(accountId: string): AskedFaults
  /** The markets that a server may have shown at the instant. */
  markets(atMs: number): readonly Market[]
  /** The market has been on its own since then. */
  readonly calmSinceMs: number
  /** Draws for the present step. */
  readonly drawn: Random
  clientOf(accountId: string): string
  /** Opens it again if it has ended. */
  running(process: number): ServerProcess
  count(what: string): void
  note(line: string): void
  disturb(): void
  /** A request was answered. */
  answered(): void
  /** Until all of these are answered. */
  settle<T>(work: Promise<T>): Promise<T>
  pass(ms: number): Promise<void>
  /** Before a request, so that some come while others are carried out. */
  comeIn(): Promise<void>
  leap(beforeMs: number): Promise<void>
  begin(command: Command): Promise<void>
  /** Reads the database, and explains what is new. */
  look(): Promise<void>
  /** No faults any more: everything must come right. */
  heal(): Promise<void>
  readonly trace: readonly string[]
  close(): Promise<void>
}

const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume))
/** Rounds of the event loop after which nothing goes on by itself. */
const ROUNDS = 6

export const accountIdOf = (index: number): string => `acc_${index + 1}`

export async function openWorld(seed: number, ground: Ground): Promise<World> {
  const climate = climateOf(seed, ground.kind)
  const { database } = ground
  const clock = timeline(MONDAY_MS + (BEGINNINGS[climate.beginsAt] ?? 600) * MINUTE_MS)
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) =>
    newAccount(accountIdOf(index), climate.profiles[index] ?? 'ideal@1', CASH[index] ?? '1000'),
  )
  const clientOf = (accountId: string): string => CLIENTS[Number(accountId.slice(4)) % 2] ?? ''
  await furnish(database, climate, accounts, clientOf, clock.nowMs)

  const trace: string[] = []
  const counts = new Map<string, number>()
  const sent: Sent[] = []
  const entries = noEntries()
  const tokens = new Map<string, string>()
  const possible: Possible = {
    tradable: new Map(SYMBOLS.map((symbol) => [symbol, new Set([true])])),
    locked: new Map(accounts.map(({ accountId }) => [accountId, new Set([false])])),
    halted: new Set([false]),
    resets: new Set(),
  }
  let drawn = random(seed)
  let isTroubled = false
  let calmSinceMs = clock.nowMs
  let operations = 0
  let unfenced: string | null = null
  let answeredAtMs = clock.nowMs

  const count = (what: string, times = 1): void => {
    if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times)
  }
  const disturb = (): void => {
    calmSinceMs = clock.nowMs
  }

  function fate(name: string): Fate {
    const drawnNow = drawFate()
    if (drawnNow.kind !== 'well') trace.push(`${clock.nowMs} ${name}: ${JSON.stringify(drawnNow)}`)
    return drawnNow
  }

  function drawFate(): Fate {
    operations++
    if (!isTroubled || !drawn.chance(climate.faultShare)) return { kind: 'well' }
    const [first, ...others] = climate.faults
    if (first === undefined) return { kind: 'well' }
    const kind = drawn.pick([first, ...others])
    count(`fault ${kind}`)
    disturb()
    switch (kind) {
      case 'lost-midway':
        return { kind, at: 1 + drawn.int(3) }
      case 'ended':
        return {
          kind,
          at: 1 + drawn.int(3),
          code: drawn.pick(['40001', '57014', '53100', '25006', '55P03']),
        }
      case 'unknown':
        return { kind, committed: drawn.chance(0.5) }
      case 'slow-before':
        return climate.isInterleaved && drawn.chance(0.7)
          ? {
              kind: 'slow-midway',
              at: 1 + drawn.int(3),
              ms: drawn.pick([5, 60, 900, 2_500, 6_000]),
            }
          : { kind, ms: drawn.pick([5, 60, 900, 4_700, 6_000]) }
      case 'slow-after':
        return { kind, ms: drawn.pick([5, 60, 900, 4_700, 6_000]) }
      case 'busy':
        return { kind, accountId: accountIdOf(drawn.int(ACCOUNTS)) }
      default:
        return { kind: 'lost-before' }
    }
  }

  const sessions = ground.sessions({
    nowMs: () => clock.nowMs,
    wait: clock.wait,
    choices: {
      next: (count) => (climate.lettingIn > 0 ? drawn.int(count) : 0),
      letsIn: () => drawn.chance(climate.lettingIn),
      count: (what) => count(what),
    },
  })

  const { speed } = climate
  const marketClock = speed === null ? null : { startsAt: kst(clock.nowMs), speed }
  let reachedMs = clock.nowMs
  function marketNowMs(of = processes[0]?.brokerage): number {
    if (marketClock === null) return clock.nowMs
    const now = of?.clock.now().epochMilliseconds
    if (now !== undefined) reachedMs = now
    return reachedMs
  }

  let carriedMs = clock.nowMs
  /**
   * Up to here each tick has been played; a clock of the market's own may be one ahead, also at the
   * instant when its server has ended.
   */
  function playedMs(): number {
    if (marketClock === null) return marketNowMs()
    const matcher = processes[0]?.brokerage?.inside.matcher
    carriedMs = matcher?.carriedTo.epochMilliseconds ?? carriedMs
    return carriedMs
  }

  const processes: readonly ServerProcess[] = Array.from(
    { length: climate.processes },
    (_, index): ServerProcess =>
      serverProcess({
        name: `process-${index + 1}`,
        seed,
        sessions,
        timeline: clock,
        clock: marketClock,
        hasSandbox: climate.hasSandbox,
        fate: () => fate(`process-${index + 1}`),
        tell(payload) {
          for (const each of processes) {
            if (!drawn.chance(climate.hintsLost)) each.heard(payload)
          }
        },
        unfenced(what) {
          unfenced ??= what
        },
        fencedOff: () => count('ticks without the lease'),
        ended(brokerage) {
          count('processes ended')
          // What it has played so far stays.
          if (marketClock !== null) marketNowMs(brokerage)
          world.speed = null
          disturb()
          for (const each of followers) if (each.isOf(brokerage)) each.cut()
        },
      }),
  )

  async function idle(): Promise<void> {
    let quiet = 0
    let before = operations
    while (quiet < ROUNDS) {
      await turn()
      const { busy } = sessions
      await busy
      quiet = before === operations && busy === null ? quiet + 1 : 0
      before = operations
    }
  }

  async function settle<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    over.catch(() => {})
    answeredAtMs = clock.nowMs
    await idle()
    while (!isOver) {
      const rang = clock.ringNext(answeredAtMs + ANSWER_MS_MAX)
      await idle()
      must(rang || isOver, 'no-answer', () => 'something was not answered within a minute')
    }
    return await over
  }

  async function pass(ms: number): Promise<void> {
    const untilMs = clock.nowMs + ms
    do await idle()
    while (clock.ringNext(untilMs))
    await idle()
  }

  const outcomes: Outcome[] = []
  const faults = new Map<string, AskedFaults>()
  /** The milliseconds on a market's own clock. */
  let surelyPlayedSinceMs = clock.nowMs
  let pins: readonly Pin[] = []
  const overwritten: Pin[] = []
  let leapt: Step['leapt'] = null

  const step: Step = {
    seed,
    outcomes,
    clientOf,
    overwritten,
    get pins() {
      return pins
    },
    get leapt() {
      return leapt
    },
    isShared: climate.processes > 1,
    sent: (accountId, clientOrderId) =>
      sent
        .filter((one) => one.accountId === accountId && one.outcome !== 'refused')
        .map(({ terms }) => terms)
        .filter((terms) => terms.clientOrderId === clientOrderId),
    get calmSinceMs() {
      if (marketClock === null) return calmSinceMs + CALM_AFTER_MS
      return isCalm() ? surelyPlayedSinceMs + 1 : Number.POSITIVE_INFINITY
    },
    get nowMs() {
      return marketNowMs()
    },
    get playedMs() {
      return playedMs()
    },
    waitsForTicks: marketClock !== null,
    entries: askedEntries(entries),
    groups: askedGroups(entries),
    isCancelWanted: (orderId) =>
      world.wanted.has(orderId) ||
      accounts.some((account) => {
        const order = account.orders.get(orderId)
        const group = order?.parent?.group
        const isOfGroup = group !== undefined && isGroupCanceled(entries, account, group)
        return isOfGroup || (order !== undefined && isCanceledByAll(entries, account, order))
      }),
    resets: (accountId) =>
      [...possible.resets].flatMap((one) => (one.accountId === accountId ? [one.cash] : [])),
    tradable: (symbol) => [...(possible.tradable.get(symbol) ?? [true])],
    lockable: (accountId) => {
      const ways = new Set([...(possible.locked.get(accountId) ?? []), ...possible.halted])
      const mayBeFree = possible.locked.get(accountId)?.has(false) && possible.halted.has(false)
      return mayBeFree ? [...ways, false] : [true]
    },
  }

  const followers = accounts.map(({ accountId }) => follower(accountId))

  async function open(server: ServerProcess): Promise<void> {
    await settle(
      server.open().catch((error: unknown) => {
        count('starts that failed')
        must(isTroubled || clock.nowMs - calmSinceMs < CALM_AFTER_MS, 'start', () => String(error))
        // It may have failed seconds after the fault, and nobody moves the market now.
        disturb()
      }),
    )
    if (server.brokerage !== null) world.speed = speed
    if (server.brokerage === null || tokens.size > 0) return
    for (const clientId of CLIENTS) tokens.set(clientId, await tokenOf(server, clientId))
  }

  async function tokenOf(server: ServerProcess, clientId: string): Promise<string> {
    const outcome = await settle(
      server.call({
        method: 'POST',
        path: '/v1/oauth/token',
        headers: {
          'x-service-request-id': 'world',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${SECRET}`,
      }),
    )
    const token = typeof outcome === 'string' ? undefined : outcome.body.access_token
    must(typeof token === 'string', 'token', () => JSON.stringify(outcome))
    return String(token)
  }

  const world: World = {
    seed,
    climate,
    timeline: clock,
    processes,
    accounts,
    followers,
    tokens,
    sent,
    counts,
    outcomes,
    markets: (atMs) => marketsAt(step, atMs),
    faultsOf: (accountId) => faultsOf(faults, clientOf(accountId)),
    speed,
    get marketNowMs() {
      return marketNowMs()
    },
    possible,
    clientOf,
    count,
    disturb,
    settle,
    pass,
    trace,
    wanted: new Set<string>(),
    entries,
    get calmSinceMs() {
      return calmSinceMs
    },
    get drawn() {
      return drawn
    },
    running(process) {
      const server = processes[process % processes.length] ?? processes[0]
      if (server === undefined) throw new Error('a world has a process')
      return server
    },
    note: (line) => trace.push(line),
    answered() {
      answeredAtMs = clock.nowMs
    },
    async comeIn() {
      if (climate.isInterleaved) await sessions.elapse(drawn.int(STATEMENTS_APART))
    },
    async begin(command) {
      drawn = random(seedOf(seed, 1_000 + command.salt))
      isTroubled = command.troubled && climate.faultShare > 0
      for (const server of processes) {
        if (server.brokerage !== null) continue
        count('starts')
        disturb()
        await open(server)
      }
    },
    async leap(beforeMs) {
      const sinceMs = clock.nowMs - MONDAY_MS
      const dayMs = 24 * 60 * MINUTE_MS
      const day = Math.floor(sinceMs / dayMs)
      const starts = SESSION_STARTS.map((minutes) => day * dayMs + minutes * MINUTE_MS)
      const next = starts.find((start) => start - beforeMs > sinceMs)
      // The week ends on Friday evening.
      if (next === undefined || next > 4 * dayMs + 20 * 60 * MINUTE_MS) return
      const toMs = MONDAY_MS + next - beforeMs
      leapt = { fromMs: clock.nowMs, toMs }
      clock.leapTo(toMs)
      disturb()
      await pass(1_000)
    },
    async look() {
      const readTo = accounts.map(({ accountId, seq, adjustments }) => ({
        accountId,
        seq,
        adjustments,
      }))
      const found = await observe(database, readTo)
      for (const symbol of SYMBOLS) {
        settleOn(possible.tradable.get(symbol), !found.suspended.has(symbol))
      }
      settleOn(possible.halted, found.halted)
      overwritten.push(...pins.filter((pin) => isOverwritten(pin, found.pins)))
      pins = found.pins
      for (const [index, account] of accounts.entries()) {
        const rows = found.accounts[index]
        if (rows === undefined) throw new Error('every account is there')
        settleOn(possible.locked.get(account.accountId), rows.locked)
        for (const event of rows.events) {
          trace.push(`${account.accountId} ${JSON.stringify(event)}`)
          count(event.leg === null ? `event ${event.status}` : `leg ${event.leg.status}`)
          if (event.price !== null) count('fills')
        }
        count(`fills under ${account.profile}`, fillsIn(rows, account.profile))
        count('forced fills', fillsIn(rows, 'forced@1'))
        explain(account, rows, step)
        for (const each of followers) {
          if (each.accountId === account.accountId) each.check(account)
        }
      }
      must(unfenced === null, 'unfenced', () => String(unfenced))
      noteCalm()
      if (isCalm()) for (const account of accounts) checkCalm(account)
      takeFailures()
    },
    async heal() {
      isTroubled = false
      // Ends that were due later are faults as well.
      for (const server of processes) server.endAfter(Number.POSITIVE_INFINITY)
      for (let second = 0; second < HEALED_WITHIN_S; second++) {
        // What runs a server starts it again until it runs.
        for (const server of processes) if (server.brokerage === null) await open(server)
        for (const each of followers) {
          const server = processes.find(({ brokerage }) => brokerage !== null)
          if (!each.isFollowing && server?.brokerage) {
            each.connect(server.brokerage, clientOf(each.accountId))
          }
        }
        await pass(1_000)
        // Nobody looks meanwhile, and by a clock of the market's own a second may be a minute.
        noteCalm()
      }
      for (const { name, brokerage } of processes) {
        must(brokerage !== null, 'start', () => `${name} does not start any more`)
      }
    },
    async close() {
      for (const server of processes) server.end()
      await sessions.close()
    },
  }

  function isCalm(): boolean {
    return clock.nowMs - calmSinceMs >= CALM_AFTER_MS
  }

  /** Notes up to when the market was not calm. */
  function noteCalm(): void {
    if (!isCalm()) surelyPlayedSinceMs = marketNowMs()
  }

  function takeFailures(): void {
    for (const server of processes) {
      for (const { error, atMs } of server.takeFailures()) {
        count('failures of a server')
        const what = (): string => `${server.name}: ${Bun.inspect(error)}`
        must(atMs - calmSinceMs < CALM_AFTER_MS, 'failure', what)
        // No fault of the database or the network makes these.
        must(!isBug(error), 'bug', what)
      }
    }
  }

  /** The last tick was carried out by a market that nothing disturbed. */
  function checkCalm(account: Account): void {
    const tickMs = Math.floor(marketNowMs() / 1_000) * 1_000
    if (playedMs() < tickMs) return
    // A clock may stand since a tick that met faults: what it left waits for the next one.
    if (marketClock !== null && tickMs < step.calmSinceMs) return
    count('calm looks')
    checkNothingLeft(account, step, tickMs)
    const stream = followers.find(({ accountId }) => accountId === account.accountId)
    if (!stream?.isFollowing || marketClock !== null) return
    const due = account.log.filter((one) => one.atMs <= clock.nowMs - HEARD_WITHIN_MS).length
    must(
      stream.lastSeq >= due,
      'stream-late',
      () => `the stream of ${account.accountId} is at ${stream.lastSeq} of ${due}`,
    )
  }

  await world.begin({ salt: 0, troubled: false, type: 'pass', ms: 0 })
  await world.look()
  return world
}

/** Another of the same instant is in its place. */
const isOverwritten = (pin: Pin, by: readonly Pin[]): boolean =>
  by.some(
    ({ symbol, fromUs, bid, bidSize }) =>
      symbol === pin.symbol &&
      fromUs === pin.fromUs &&
      !(bid === pin.bid && bidSize === pin.bidSize),
  )

const fillsIn = ({ events }: AccountRows, of: string): number =>
  events.filter(({ profile }) => profile === of).length

function faultsOf(faults: Map<string, AskedFaults>, clientId: string): AskedFaults {
  const known = faults.get(clientId) ?? { asked: 0, untilMs: 0, mayComeLate: false }
  faults.set(clientId, known)
  return known
}

const kst = (ms: number): string => toKst(atMs(ms))

/** It is so at the end of the step: the last of what was possible. */
function settleOn(ways: Set<boolean> | undefined, now: boolean): void {
  ways?.delete(now)
  ways?.add(now)
}

/** PostgreSQL's classes of values, of keys and other constraints, and of statements. */
const STATEMENT_IS_WRONG = /^(?:22|23|42)/

/** Errors of our own code have no code; errors of its statements name what is wrong with them. */
function isBug(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (!('code' in error)) {
    return /assert|undefined|not a function/i.test(String(error)) || isBug(error.cause)
  }
  return STATEMENT_IS_WRONG.test(String(error.code))
}

async function furnish(
  { drizzle }: Database,
  { profiles }: Climate,
  accounts: readonly Account[],
  clientOf: (accountId: string) => string,
  nowMs: number,
): Promise<void> {
  const createdAt = atMs(nowMs)
  await createUser(drizzle, { userId: 'usr_world', name: 'world', createdAt })
  for (const clientId of CLIENTS) {
    const secretHash = hashOf(SECRET)
    await createClient(drizzle, {
      clientId,
      userId: 'usr_world',
      secretHash,
      scope: 'TRADE',
      createdAt,
    })
  }
  await addInstruments(drizzle, INSTRUMENTS)
  for (const [index, { accountId }] of accounts.entries()) {
    await createAccount(drizzle, clientOf(accountId), {
      accountId,
      userId: 'usr_world',
      createdAt,
      initialCash: amount(CASH[index] ?? '1000'),
      fillProfile: profiles[index] ?? 'ideal@1',
    })
  }
}
