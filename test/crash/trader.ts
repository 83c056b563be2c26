/**
 * A client that trades on one account: it places, cancels, reads and repeats, and notes what it was
 * answered. An outcome that it does not know it settles by sending the same order again.
 */
import { below, oneOf, type Random } from '../support/random'
import { groupTermsNow } from './groups'
import {
  FINAL,
  type GroupPlacement,
  type Journal,
  type Placement,
  type Sent,
  type Terms,
} from './journal'
import { type Answered, ask, type Caller, codeOf, fieldOf, textOf } from './requests'

export interface TraderDeps extends Caller {
  readonly random: Random
  readonly journal: Journal
  /** A server of several. */
  readonly origin: () => string
}

export interface Trader {
  readonly accountId: string
  /** Trades until it is paused; resolves at its next pause. */
  trade(): void
  /** Resolves when all that it has sent is settled. */
  pause(): Promise<void>
  /** Cancels what the market could still trigger; resolves when each cancel is answered. */
  rest(): Promise<void>
  /** Sends an order once; true: it was placed. */
  probe(): Promise<boolean>
  /** Sends an order until its outcome is known. */
  place(terms: Terms): Promise<Placement>
}

const SYMBOLS = ['AAPL', 'MSFT', 'KO', 'JPM', 'XOM'] as const
const WAITING_MAX = 20
const THINKS_MS_MAX = 15
/** The share of a client's requests that are about conditional orders. */
const GROUPS_SHARE = 0.4
const RETRY_MS = 50
/** Two minutes and more: a start takes that long on a machine that does much else. */
const ATTEMPTS_MAX = 2_400

export const WAITS: Terms = {
  symbol: 'KO',
  side: 'BUY',
  orderType: 'LIMIT',
  timeInForce: 'DAY',
  quantity: 1,
  limitPrice: 1,
}
export const FILLS: Terms = {
  symbol: 'KO',
  side: 'BUY',
  orderType: 'MARKET',
  timeInForce: 'DAY',
  quantity: 1,
}

let placements = 0

type AnyPlacement = Placement | GroupPlacement
const isGroup = (one: Sent & { readonly terms: object }): boolean => 'type' in one.terms
const pathOf = (one: AnyPlacement): string =>
  isGroup(one) ? '/paper/conditional-orders' : '/v1/orders'

export function openTrader(deps: TraderDeps): Trader {
  const { accountId, random, journal, origin } = deps
  const { tally } = journal
  const mine: Placement[] = []
  const waiting: Placement[] = []
  const groups: GroupPlacement[] = []
  let trading: Promise<void> | null = null
  let paused = true
  /** So many conditional orders have been canceled, or had ended. */
  let rested = 0

  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    ask(origin(), deps, method, path, body)

  /** Only answers of these statuses are ever right; a fault of ours answers 500. */
  function isRight(reply: Answered, what: string, ...statuses: readonly number[]): boolean {
    if (statuses.includes(reply.status) || reply.status === 500) return true
    journal.found(`${what} was answered ${reply.status} ${codeOf(reply)}`)
    return false
  }

  const nothingKnown = () => ({
    clientOrderId: `${accountId}-${++placements}`,
    accountId,
    unknown: 0,
    refused: 0,
    orderId: null,
    cancelled: false,
  })

  function begin(terms: Terms): Placement {
    const placement: Placement = { ...nothingKnown(), terms, filledSeen: 0, finalSeen: null }
    journal.placements.set(placement.clientOrderId, placement)
    mine.push(placement)
    return placement
  }

  function beginGroup(terms: GroupPlacement['terms']): GroupPlacement {
    const placement: GroupPlacement = { ...nothingKnown(), terms }
    journal.groups.set(placement.clientOrderId, placement)
    groups.push(placement)
    return placement
  }

  /** One attempt. What it says of the order: it is placed, it is not, or nobody knows. */
  async function attempt(placement: AnyPlacement): Promise<'placed' | 'refused' | 'unknown'> {
    const { clientOrderId, terms } = placement
    tally.sent++
    const reply = await send('POST', pathOf(placement), { ...terms, clientOrderId })
    if (reply === null) return 'unknown'
    isRight(reply, `${clientOrderId} placed`, 200, 422)
    if (reply.status === 422) {
      if (placement.orderId !== null) journal.found(`${clientOrderId} was placed, then refused`)
      return 'refused'
    }
    if (reply.status === 200) {
      noteOrderId(placement, reply)
      return 'placed'
    }
    return codeOf(reply) === 'server-busy' && placement.unknown === 0 ? 'refused' : 'unknown'
  }

  function noteOrderId(placement: AnyPlacement, reply: Answered): void {
    const orderId = textOf(reply.body, isGroup(placement) ? 'conditionalOrderId' : 'orderId')
    const { clientOrderId } = placement
    if (placement.orderId !== null && placement.orderId !== orderId) {
      journal.found(`${clientOrderId} is ${placement.orderId} and ${orderId}: placed twice`)
    }
    if (placement.orderId !== null && !reply.replayed) {
      journal.found(`${clientOrderId} was placed again, and not replayed`)
    }
    if (placement.orderId === null && placement.unknown > 0) {
      if (reply.replayed) tally.wasThere++
      else tally.wasMade++
    }
    placement.orderId = orderId
  }

  async function settle<Any extends AnyPlacement>(placement: Any): Promise<Any> {
    for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts++) {
      const outcome = await attempt(placement)
      if (outcome === 'unknown') {
        if (placement.unknown++ === 0) tally.unknown++
        await Bun.sleep(RETRY_MS)
        continue
      }
      if (outcome === 'placed') tally.placed++
      else {
        placement.refused++
        tally.refused++
        if (placement.unknown > 0) tally.wasRefused++
      }
      // What one retry has settled a second one finds as it is.
      if (placement.unknown > 0 && placement.orderId !== null) await attempt(placement)
      return placement
    }
    journal.found(`${placement.clientOrderId} was sent ${ATTEMPTS_MAX} times and never settled`)
    return placement
  }

  /** Returns false if its outcome is unknown. */
  async function cancel(placement: AnyPlacement): Promise<boolean> {
    tally.cancels++
    const reply = await send('DELETE', `${pathOf(placement)}/${placement.orderId}`)
    if (reply === null) return false
    isRight(reply, `${placement.clientOrderId} cancelled`, 200, 409)
    if (reply.status === 200) placement.cancelled = true
    return reply.status !== 500
  }

  async function cancelSurely(placement: AnyPlacement): Promise<void> {
    for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts++) {
      if (await cancel(placement)) return
      await Bun.sleep(RETRY_MS)
    }
    journal.found(`the cancel of ${placement.clientOrderId} was never answered`)
  }

  /** An order that was placed is there, and never goes back. */
  async function read(placement: Placement): Promise<void> {
    tally.reads++
    const reply = await send('GET', `/v1/orders/${placement.orderId}`)
    if (reply === null) return
    const { clientOrderId } = placement
    if (!isRight(reply, `${clientOrderId} read`, 200) || reply.status !== 200) return
    const status = textOf(reply.body, 'status')
    const filled = Number(fieldOf(reply.body, 'filledQuantity'))
    if (placement.finalSeen !== null && placement.finalSeen !== status) {
      journal.found(`${clientOrderId} was ${placement.finalSeen} and is ${status}`)
    }
    if (filled < placement.filledSeen) {
      journal.found(`${clientOrderId} had ${placement.filledSeen} filled and has ${filled}`)
    }
    placement.filledSeen = filled
    if (FINAL.has(status)) placement.finalSeen = status
  }

  async function replay(placement: AnyPlacement): Promise<void> {
    tally.replays++
    await attempt(placement)
  }

  function termsNow(): Terms {
    const symbol = oneOf(random, SYMBOLS)
    const quantity = 1 + below(random, 3)
    const kind = random()
    if (kind < 0.4) return { ...FILLS, symbol, quantity }
    if (kind < 0.6) return { ...FILLS, symbol, quantity, side: 'SELL' }
    if (kind < 0.7) return { ...WAITS, symbol, quantity, timeInForce: 'IOC' }
    return { ...WAITS, symbol, quantity }
  }

  /** At the market's price, unless it cannot be read just now. */
  async function placeGroup(): Promise<void> {
    const symbol = oneOf(random, SYMBOLS)
    const reply = await send('GET', `/v1/market/quotes?symbols=${symbol}`)
    const terms = reply?.status === 200 ? groupTermsNow(random, symbol, reply.body) : null
    if (terms === null) return
    const placed = await settle(beginGroup(terms))
    if (placed.orderId !== null) tally.groups++
  }

  async function tendGroups(): Promise<void> {
    const known = groups.filter(({ orderId }) => orderId !== null).slice(-20)
    const kind = random()
    if (known.length === 0 || kind < 0.6) return placeGroup()
    const group = oneOf(random, known)
    if (kind < 0.8) await cancel(group)
    else await replay(group)
  }

  async function step(): Promise<void> {
    if (random() < GROUPS_SHARE) return tendGroups()
    const kind = random()
    const known = mine.filter(({ orderId }) => orderId !== null).slice(-50)
    if (waiting.length > WAITING_MAX || (kind < 0.15 && waiting.length > 0)) {
      const [oldest] = waiting.splice(below(random, waiting.length), 1)
      if (oldest !== undefined) await cancel(oldest)
    } else if (kind < 0.35 && known.length > 0) await read(oneOf(random, known))
    else if (kind < 0.42 && known.length > 0) await replay(oneOf(random, known))
    else {
      const placed = await settle(begin(termsNow()))
      const { orderType, timeInForce } = placed.terms
      if (placed.orderId !== null && orderType === 'LIMIT' && timeInForce === 'DAY') {
        waiting.push(placed)
      }
    }
    await Bun.sleep(below(random, THINKS_MS_MAX))
  }

  return {
    accountId,
    trade() {
      paused = false
      trading ??= (async () => {
        while (!paused) await step()
        trading = null
      })()
    },
    async pause() {
      paused = true
      await trading
    },
    async rest() {
      for (const group of groups.slice(rested)) {
        if (group.orderId !== null) await cancelSurely(group)
      }
      rested = groups.length
    },
    async probe() {
      const placement = begin(WAITS)
      const outcome = await attempt(placement)
      if (outcome === 'placed') {
        tally.placed++
        waiting.push(placement)
        return true
      }
      if (outcome === 'refused') {
        placement.refused++
        tally.refused++
        return false
      }
      placement.unknown++
      tally.unknown++
      await settle(placement)
      return placement.orderId !== null
    },
    place: (terms) => settle(begin(terms)),
  }
}
