/** What happens in a simulated world: a list that a seed draws, and that can be made shorter. */

import { entryCallOf, type GroupCall, groupCallOf } from './group-commands'
import type { Result } from './oracle/forced'
import { SYMBOLS, stepOf } from './oracle/prices'
import { type Random, random, seedOf } from './random'

export const ACCOUNTS = 6
const PROCESSES = 2

export interface Place {
  readonly type: 'place'
  readonly account: number
  readonly process: number
  readonly key: number
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly orderType: 'MARKET' | 'LIMIT'
  readonly timeInForce: string
  readonly quantity: string
  /** For a SELL, this many thousandths of what can be sold, if there is something. */
  readonly ofSellable: number
  /** How far from the market, in millionths of its price. */
  readonly away: number
  /** Sent so often at once, its answers lost or not. */
  readonly times: number
  readonly isAnswerLost: boolean
}

export type Call =
  | Place
  /** A place request that was sent before, again; `changed`: with another quantity. */
  | (Of<'again'> & { readonly pick: number; readonly changed: boolean })
  | (Of<'cancel'> & { readonly pick: number; readonly ofAnother: boolean })
  | (Of<'read'> & { readonly pick: number })
  | (Of<'walk'> & { readonly what: 'orders' | 'fills'; readonly limit: number })
  | Of<'account' | 'holdings'>
  | Of<'health'>
  | (Of<'preview'> & { readonly place: Place })
  | (Of<'reset'> & { readonly cash: number })
  | (Of<'lock'> & { readonly on: boolean })
  | (Of<'halt'> & { readonly on: boolean })
  | (Of<'suspend'> & { readonly on: boolean; readonly symbol: string })
  | Of<'stream' | 'cut' | 'stall'>
  | Control
  | Entry
  | GroupCall

/** What the contract has no request for. */
export type Entry =
  | (Of<'amend'> & AmendTerms)
  | (Of<'cancel-all'> & {
      readonly symbol: string | null
      readonly side: 'BUY' | 'SELL' | null
    })
  | (Of<'close'> & { readonly key: number; readonly symbol: string; readonly percent: string })
  | (Of<'amount'> & {
      readonly key: number
      readonly symbol: string
      readonly side: 'BUY' | 'SELL'
      readonly usd: string
    })

/** Null for terms that stay. */
interface AmendTerms {
  readonly key: number
  readonly pick: number
  /** One that was sent before, again. */
  readonly isAgain: boolean
  readonly quantity: string | null
  /** How far a LIMIT order is from the market, in millionths of its price. */
  readonly away: number | null
  readonly timeInForce: string | null
}

/** The sandbox's own: pins, outcomes and faults, set or taken away. */
export type Control =
  | (Of<'pin'> & { readonly on: boolean } & PinTerms)
  | (Of<'outcome'> & { readonly on: boolean } & OutcomeTerms)
  | (Of<'fault'> & { readonly on: boolean } & FaultTerms)
  | (Of<'clock'> & ClockTerms)

/** The market's clock is moved so many seconds, or gets another speed. */
interface ClockTerms {
  readonly advance: number
  readonly speed: number | null
}

interface PinTerms {
  readonly symbol: string
  /** From the market, in steps of its prices. */
  readonly away: number
  readonly size: number
}
interface OutcomeTerms {
  readonly result: Result
  /** The order's own account, or all accounts of the client. */
  readonly ofAccount: boolean
  readonly symbol: string | null
  readonly side: 'BUY' | 'SELL' | null
  readonly times: number | null
  readonly parts: readonly string[] | null
  readonly isPriced: boolean
}
interface FaultTerms {
  readonly route: string
  readonly times: number
  readonly kind: 'busy' | 'error' | 'proxy' | 'cut' | 'delay'
  readonly at: 'before' | 'after-commit'
}

export interface Of<Type extends string> {
  readonly type: Type
  readonly account: number
  readonly process: number
}

/** `salt`: of what is drawn while it is carried out. `troubled`: faults may strike. */
export type Command = { readonly salt: number; readonly troubled: boolean } & (
  | { readonly type: 'burst'; readonly calls: readonly Call[] }
  | { readonly type: 'pass'; readonly ms: number }
  /** To an instant before the next session begins. */
  | { readonly type: 'leap'; readonly beforeMs: number }
  /** The process ends after so many more operations of its database. */
  | { readonly type: 'crash'; readonly process: number; readonly after: number }
)

/** The database of a world. */
export type Kind = 'memory' | 'postgres'

/** How a seed's world is: which faults strike, and how often. */
export interface Climate {
  readonly processes: number
  /** Clients trade so many of the accounts: the fewer, the more often two servers meet in one. */
  readonly traded: number
  /** The time in the week at which it begins. */
  readonly beginsAt: number
  /** The share of a transaction's attempts that fail, while it is troubled. */
  readonly faultShare: number
  readonly faults: readonly string[]
  readonly hintsLost: number
  /** How often a transaction lets others in. */
  readonly lettingIn: number
  /** Transactions are open at the same time. */
  readonly isInterleaved: boolean
  /** Without it a server has two batches under way at once. */
  readonly hasSandbox: boolean
  readonly troubledShare: number
  readonly burstMax: number
  /** Next to no order rests, so that a market with a clock of its own skips what it may. */
  readonly isQuiet: boolean
  /** Market seconds per second of a market with its own clock; null if it has the system's. */
  readonly speed: number | null
  /** Which of the sandbox's own are called. */
  readonly controls: readonly Control['type'][]
  /** The profile of each account. */
  readonly profiles: readonly (typeof PROFILES)[number][]
}

const FAULTS = [
  'lost-before',
  'lost-midway',
  'ended',
  'unknown',
  'slow-before',
  'slow-after',
  'busy',
] as const

const CONTROLS = ['pin', 'outcome', 'fault'] as const

const PROFILES = ['ideal@1', 'standard@2', 'strict@2'] as const

export function climateOf(seed: number, kind: Kind): Climate {
  const isInterleaved = kind === 'postgres'
  const drawn = random(seedOf(seed, 1))
  const isCalm = drawn.chance(0.2)
  const more = random(seedOf(seed, 3))
  const some = more.chance(0.5) ? CONTROLS.filter(() => more.chance(0.5)) : []
  const hasSandbox = !isInterleaved || random(seedOf(seed, 5)).chance(0.5)
  const hasOwnClock = more.chance(0.4) && !isInterleaved
  const speed = hasOwnClock ? more.pick([0, 0, 1, 7, 60]) : null
  // Such a clock is one server's.
  const isShared = (drawn.chance(0.5) || isInterleaved) && speed === null
  const asked = hasSandbox ? some : []
  const controls: readonly Control['type'][] = speed === null ? asked : [...asked, 'clock']
  return {
    processes: isShared ? PROCESSES : 1,
    traded: isInterleaved ? random(seedOf(seed, 6)).pick([1, 2, ACCOUNTS]) : ACCOUNTS,
    beginsAt: drawn.chance(0.5) ? 0 : drawn.int(7),
    faultShare: isCalm ? 0 : drawn.pick([0.02, 0.1, 0.3]),
    faults: FAULTS.filter(() => drawn.chance(0.6)),
    hintsLost: drawn.pick([0, 0.1, 1]),
    troubledShare: drawn.pick([0.1, 0.5]),
    isQuiet: speed !== null && random(seedOf(seed, 9)).chance(0.4),
    burstMax: drawn.pick(hasSandbox ? [4, 15, 40] : [15, 40, 120]),
    lettingIn: drawn.pick(isInterleaved ? [0.1, 0.3, 0.8] : [0, 0.3, 0.8]),
    controls,
    speed,
    isInterleaved,
    hasSandbox,
    // Under a pin, a queue is not modelled.
    profiles: Array.from({ length: ACCOUNTS }, () => drawn.pick(PROFILES)).map((profile) =>
      profile === 'strict@2' && controls.includes('pin') ? 'standard@2' : profile,
    ),
  }
}

const OF_SANDBOX = new Set<Call['type']>(['reset', 'lock', 'halt', 'suspend'])

const TIMES_IN_FORCE = ['DAY', 'DAY', 'DAY', 'DAY', 'DAY', 'IOC', 'FOK', 'OPG', 'CLS'] as const

/** So many calls, and what lies between them. */
export function commandsOf(seed: number, calls: number, kind: Kind): readonly Command[] {
  const drawn = random(seedOf(seed, 2))
  const climate = climateOf(seed, kind)
  const controls = random(seedOf(seed, 4))
  const entries = random(seedOf(seed, 7))
  const groups = random(seedOf(seed, 8))
  const brackets = random(seedOf(seed, 10))
  const commands: Command[] = []
  let left = calls
  let key = 0
  const nextKey = (): number => ++key
  while (left > 0) {
    const base = { salt: commands.length + 1, troubled: drawn.chance(climate.troubledShare) }
    const kind = drawn.next()
    if (kind < 0.6) {
      const count = Math.min(left, 1 + drawn.int(climate.burstMax))
      const made = Array.from({ length: count }, () => callOf(drawn, nextKey, climate))
        .filter(({ type }) => climate.hasSandbox || !OF_SANDBOX.has(type))
        .filter((call) => !climate.isQuiet || !mayRest(call))
      const control = controlOf(controls, climate)
      const entry = entries.chance(0.5) ? entryOf(entries, nextKey(), climate) : null
      const some = control === null ? made : made.toSpliced(controls.int(count), 0, control)
      const entered = entry === null ? some : some.toSpliced(entries.int(count), 0, entry)
      const groupCount = groups.chance(0.75) ? 1 + groups.int(1 + Math.ceil(count / 5)) : 0
      const calls = [...entered]
      for (let more = 0; more < groupCount; more++) {
        const call = groupOf(groups, nextKey(), climate)
        const at = groups.int(calls.length + 1)
        if (!climate.isQuiet || !mayRest(call)) calls.splice(at, 0, call)
      }
      const bracketCount = brackets.chance(0.6) ? 1 + brackets.int(1 + Math.ceil(count / 8)) : 0
      for (let more = 0; more < bracketCount; more++) {
        const call = bracketOf(brackets, nextKey(), climate)
        const at = brackets.int(calls.length + 1)
        if (!climate.isQuiet || !mayRest(call)) calls.splice(at, 0, call)
      }
      commands.push({ ...base, type: 'burst', calls })
      left -= count
    } else if (kind < 0.93) {
      commands.push({ ...base, type: 'pass', ms: drawn.pick([20, 700, 1_000, 1_000, 2_300]) })
    } else if (kind < 0.96) {
      commands.push({ ...base, type: 'pass', ms: 6_000 + drawn.int(5_000) })
    } else if (kind < 0.975 && climate.speed !== null) {
      const of = { account: 0, process: 0, speed: null }
      const call = { ...of, type: 'clock', advance: controls.pick([90, 300, 900]) } as const
      commands.push({ ...base, type: 'burst', calls: [call] })
    } else if (kind < 0.975) {
      commands.push({ ...base, type: 'leap', beforeMs: drawn.pick([300, 1_500, 121_000, 601_000]) })
    } else if (climate.faultShare > 0) {
      const process = drawn.int(climate.processes)
      commands.push({ ...base, type: 'crash', process, after: drawn.int(30) })
    }
  }
  return commands
}

function controlOf(drawn: Random, { controls }: Climate): Control | null {
  const [first, ...others] = controls
  if (first === undefined || !drawn.chance(0.4)) return null
  const of = { account: drawn.int(ACCOUNTS), process: drawn.int(PROCESSES) }
  const on = drawn.chance(0.6)
  const type = drawn.pick([first, ...others])
  switch (type) {
    case 'pin':
      return {
        ...of,
        type,
        on,
        symbol: drawn.pick(SYMBOLS),
        away: drawn.int(41) - 20,
        size: drawn.pick([0, 3, 40, 100_000]),
      }
    case 'outcome':
      return {
        ...of,
        type,
        on,
        result: drawn.pick(['fill', 'fill', 'reject', 'hold', 'lose-cancel', 'expire', 'cancel']),
        ofAccount: drawn.chance(0.6),
        symbol: drawn.chance(0.5) ? drawn.pick(SYMBOLS) : null,
        side: drawn.chance(0.5) ? drawn.pick(['BUY', 'SELL']) : null,
        times: drawn.chance(0.6) ? 1 + drawn.int(4) : null,
        parts: drawn.chance(0.5) ? [String(1 + drawn.int(9)), String(1 + drawn.int(30))] : null,
        isPriced: drawn.chance(0.3),
      }
    case 'clock':
      return {
        ...of,
        type,
        advance: drawn.pick([0.25, 1, 1, 5, 20, 60]),
        speed: drawn.chance(0.3) ? drawn.pick([0, 0, 1, 7, 60]) : null,
      }
    case 'fault':
      return {
        ...of,
        type,
        on,
        times: 1 + drawn.int(4),
        route: drawn.pick(['placeOrder', 'placeOrder', 'cancelOrder', 'getOrder', 'getAccount']),
        kind: drawn.pick(['busy', 'error', 'proxy', 'cut', 'delay']),
        at: drawn.pick(['before', 'after-commit']),
      }
  }
}

function entryOf(drawn: Random, key: number, { traded }: Climate): Entry {
  const of = { account: drawn.int(traded), process: drawn.int(PROCESSES) }
  const kind = drawn.next()
  if (kind < 0.5) {
    return {
      ...of,
      type: 'amend',
      key,
      pick: drawn.int(1_000),
      isAgain: drawn.chance(0.2),
      quantity: drawn.chance(0.7) ? String(1 + drawn.int(60)) : null,
      away: drawn.chance(0.5) ? Math.round((drawn.next() - 0.4) * 40_000) : null,
      timeInForce: drawn.chance(0.2) ? drawn.pick(TIMES_IN_FORCE) : null,
    }
  }
  if (kind < 0.65) {
    return {
      ...of,
      type: 'cancel-all',
      symbol: drawn.chance(0.4) ? drawn.pick(SYMBOLS) : null,
      side: drawn.chance(0.3) ? drawn.pick(['BUY', 'SELL']) : null,
    }
  }
  if (kind < 0.85) {
    const percent = drawn.pick(['100', '50', '33.33', '0.5'])
    return { ...of, type: 'close', key, symbol: drawn.pick(SYMBOLS), percent }
  }
  const usd = drawn.pick(['0.01', '25', '1000.55', '40000'])
  const side = drawn.chance(0.7) ? 'BUY' : 'SELL'
  return { ...of, type: 'amount', key, symbol: drawn.pick(SYMBOLS), side, usd }
}

const mayRest = (call: Call): boolean =>
  call.type === 'amend' ||
  call.type === 'group-amend' ||
  (call.type === 'group' && (call.kind === 'OCO' || call.entry !== null)) ||
  (call.type === 'place' && call.orderType === 'LIMIT' && call.timeInForce === 'DAY')

const groupOf = (drawn: Random, key: number, { traded }: Climate): GroupCall =>
  groupCallOf(drawn, { account: drawn.int(traded), process: drawn.int(PROCESSES) }, key)

const bracketOf = (drawn: Random, key: number, { traded }: Climate): GroupCall =>
  entryCallOf(drawn, { account: drawn.int(traded), process: drawn.int(PROCESSES) }, key)

function placeOf(drawn: Random, of: Omit<Of<'place'>, 'type'>, key: number): Place {
  const symbol = drawn.pick(SYMBOLS)
  const orderType = drawn.chance(0.3) ? 'MARKET' : 'LIMIT'
  const whole = drawn.chance(0.2) ? 1 + drawn.int(3_000) : 1 + drawn.int(60)
  const part = drawn.chance(0.1) ? `.${1 + drawn.int(9)}` : ''
  return {
    ...of,
    type: 'place',
    key,
    symbol,
    orderType,
    side: drawn.chance(0.6) ? 'BUY' : 'SELL',
    timeInForce: drawn.pick(TIMES_IN_FORCE),
    quantity: `${whole}${part}`,
    ofSellable: drawn.chance(0.7) ? 1 + drawn.int(1_000) : 0,
    away: Math.round((drawn.next() - 0.4) * 40_000),
    times: drawn.chance(0.06) ? 2 + drawn.int(2) : 1,
    isAnswerLost: drawn.chance(0.05),
  }
}

function callOf(drawn: Random, nextKey: () => number, { traded }: Climate): Call {
  const of = { account: drawn.int(traded), process: drawn.int(PROCESSES) }
  const pick = drawn.int(1_000)
  const kind = drawn.next() * 100
  if (kind < 46) return placeOf(drawn, of, nextKey())
  if (kind < 54) return { ...of, type: 'again', pick, changed: drawn.chance(0.1) }
  if (kind < 74) return { ...of, type: 'cancel', pick, ofAnother: drawn.chance(0.05) }
  if (kind < 79) return { ...of, type: 'read', pick }
  if (kind < 82) {
    return { ...of, type: 'walk', what: drawn.pick(['orders', 'fills']), limit: 1 + drawn.int(20) }
  }
  if (kind < 87) return { ...of, type: drawn.pick(['account', 'holdings']) }
  if (kind < 91) return { ...of, type: 'preview', place: placeOf(drawn, of, 0) }
  if (kind < 91.4) return { ...of, type: 'health' }
  if (kind < 91.8) return { ...of, type: 'reset', cash: drawn.pick([500, 20_000, 100_000.25]) }
  if (kind < 93) return { ...of, type: 'lock', on: drawn.chance(0.2) }
  if (kind < 93.6) return { ...of, type: 'halt', on: drawn.chance(0.1) }
  if (kind < 95) {
    return { ...of, type: 'suspend', on: drawn.chance(0.2), symbol: drawn.pick(SYMBOLS) }
  }
  return { ...of, type: drawn.pick(['stream', 'stream', 'cut', 'stall']) }
}

/** A limit so far from the price, on the symbol's steps. */
export function limitNear(symbol: string, pips: number, away: number): number {
  const step = stepOf(symbol)
  return Math.max(step, Math.round((pips * (1 + away / 1e6)) / step) * step)
}
