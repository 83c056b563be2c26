/**
 * An account's statement in one snapshot: its books before, every change, its books after; and its
 * profit so far, realized and not [paper.profit].
 */
import type { AdjustmentLine } from '../../../core/account/capital'
import { type Capital, capitalOver } from '../../../core/account/capital'
import {
  type Equity,
  equityOf,
  evaluationAmount,
  type Profit,
  profitOf,
} from '../../../core/account/valuation'
import { seqOfId } from '../../../core/ids'
import {
  type Amount,
  add,
  NO_QUANTITY,
  negated,
  notional,
  type Price,
  type Quantity,
} from '../../../core/money'
import type { Fill } from '../../../core/order/order'
import { type Refused, refused, refusedParam } from '../../../core/refusals'
import {
  atMs,
  earlier,
  FIRST_INSTANT,
  type Instant,
  isBefore,
  later,
  type Temporal,
} from '../../../core/time'
import { listAdjustments } from '../../../ledger/accounts'
import { accountBeginning, balancesAt } from '../../../ledger/balances'
import { fillsInOrder, lastFillPrice } from '../../../ledger/fills'
import { findPortfolio } from '../../../ledger/holdings'
import type { MarketClock } from '../../../market/clock'
import { type Feed, worthAt } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'
import { takeTurn } from '../../../market/turns'
import type { Database } from '../../../postgres/database'
import { type LongRead, longRead, PAGE_ROWS } from '../../../postgres/long-read'

interface StatementDeps {
  readonly database: Database
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
}

interface StatementQuery {
  /** Null for the account's first change. */
  readonly from: Instant | null
  /** Null for the market's now. */
  readonly to: Instant | null
}

/** The account at the end, at the market's prices. */
export interface Closing extends Books, Equity {
  readonly prices: ReadonlyMap<string, Price>
}

export type StatementPart =
  | { readonly part: 'opening'; readonly books: Books }
  | { readonly part: 'entries'; readonly entries: readonly BookedEntry[] }
  | { readonly part: 'closing'; readonly closing: Closing }

export interface AccountStatement {
  readonly accountId: string
  readonly from: Instant
  /** The last millisecond of the statement, inclusive. */
  readonly until: Instant
  readonly names: Pick<InstrumentDirectory, 'find'>
  readonly tradingDateAt: (at: Instant) => Temporal.PlainDate | null
  /** Read on demand, since an account may have millions of fills. */
  readonly parts: AsyncGenerator<StatementPart>
}

export class StatementService {
  readonly #deps: StatementDeps

  constructor(deps: StatementDeps) {
    this.#deps = deps
  }

  /** Calls `charge` with the cost of the request beyond one, as its parts are read. */
  async read(
    accountId: string,
    query: StatementQuery,
    charge: (requests: number) => void,
  ): Promise<AccountStatement | Refused<'account-not-found' | 'invalid-range'>> {
    if (query.from !== null && query.to !== null && isBefore(query.to, query.from)) {
      return refusedParam('invalid-range', 'from')
    }
    const beginning = await accountBeginning(this.#deps.database.drizzle, accountId)
    if (beginning === undefined) return refused('account-not-found')
    const now = this.#deps.clock.now()
    const afterNow = atMs(now.epochMilliseconds + 1)
    // [paper.statement-range]
    const within = (at: Instant): Instant => earlier(later(at, FIRST_INSTANT), afterNow)
    const from = within(query.from ?? beginning.firstChangeAt ?? now)
    const to = within(query.to ?? afterNow)
    return {
      accountId,
      from,
      names: this.#deps.instruments,
      until: msBefore(to),
      tradingDateAt: (at) => this.#deps.feed.calendar.sessionAt(at).tradingDate,
      parts: this.#parts(accountId, from, to, longRead(charge, takeTurn)),
    }
  }

  async *#parts(
    accountId: string,
    from: Instant,
    to: Instant,
    pageRead: LongRead,
  ): AsyncGenerator<StatementPart> {
    const [opening] = await balancesAt(this.#deps.database, accountId, [msBefore(from)], pageRead)
    if (opening === undefined) return
    const books = openBooks(opening)
    yield { part: 'opening', books: books.now() }
    for await (const entries of this.#entriesIn(accountId, from, to, pageRead)) {
      yield { part: 'entries', entries: entries.map(books.book) }
    }
    yield { part: 'closing', closing: await this.#valueOf(accountId, books.now(), msBefore(to)) }
  }

  async *#entriesIn(
    accountId: string,
    from: Instant,
    to: Instant,
    pageRead: LongRead,
  ): AsyncGenerator<readonly StatementEntry[]> {
    const lines = await listAdjustments(this.#deps.database.drizzle, accountId, { from, to })
    let next = 0
    let after: string | null = null
    for (;;) {
      const span = { accountId, from, to, after, limit: PAGE_ROWS }
      const fills = await fillsInOrder(this.#deps.database, span)
      await pageRead(fills.length)
      const entries: StatementEntry[] = []
      for (const fill of fills) {
        for (let line = lines[next]; line && cameBefore(line, fill); line = lines[++next]) {
          entries.push(entryOfAdjustment(line))
        }
        entries.push(entryOfFill(fill))
      }
      yield entries
      after = fills.at(-1)?.fillId ?? null
      if (fills.length < PAGE_ROWS) break
    }
    yield lines.slice(next).map(entryOfAdjustment)
  }

  /** Values the account at the market's prices, or its last fill's if the market has no price. */
  async #valueOf(accountId: string, books: Books, at: Instant): Promise<Closing> {
    const prices = new Map<string, Price>()
    for (const symbol of books.shares.keys()) {
      const shown = worthAt(this.#deps.feed, symbol, at)
      prices.set(symbol, shown ?? (await lastFillPrice(this.#deps.database, accountId, symbol, at)))
    }
    const priceOf = (symbol: string): Price => {
      const price = prices.get(symbol)
      if (price === undefined) throw new Error(`the price of ${symbol} was not read`)
      return price
    }
    return { ...books, ...equityOf(books.cash, books.shares, priceOf), prices }
  }
}

const msBefore = (at: Instant): Instant => atMs(at.epochMilliseconds - 1)

interface Change {
  readonly at: Instant
  /** Shares that were added; below 0 if they were removed. */
  readonly quantity: Quantity
  /** USD that were added; below 0 if they were removed. */
  readonly amount: Amount
}
type StatementEntry = Change &
  (
    | { readonly type: 'BUY' | 'SELL'; readonly symbol: string; readonly fill: Fill }
    | { readonly type: 'RESET' | 'CASH'; readonly symbol: string | null; readonly fill: null }
  )

export type BookedEntry = StatementEntry & {
  readonly cash: Amount
  readonly shares: Quantity | null
}

export interface Books {
  readonly cash: Amount
  /** Shares by symbol, none of them 0. */
  readonly shares: ReadonlyMap<string, Quantity>
}

/** Carries the books forward, entry by entry. */
function openBooks({ cash: opening, shares: holdings }: Books) {
  const shares = new Map(holdings)
  let cash = opening
  return {
    now: (): Books => ({ cash, shares: new Map([...shares].toSorted(bySymbol)) }),
    book(entry: StatementEntry): BookedEntry {
      const { symbol, amount, quantity } = entry
      cash = add(cash, amount)
      if (symbol === null) return { ...entry, cash, shares: null }
      const total = add(shares.get(symbol) ?? NO_QUANTITY, quantity)
      if (total.eq(NO_QUANTITY)) shares.delete(symbol)
      else shares.set(symbol, total)
      return { ...entry, cash, shares: total }
    },
  }
}

const bySymbol = (
  [one]: readonly [string, unknown],
  [other]: readonly [string, unknown],
): number => (one < other ? -1 : 1)

function entryOfFill(fill: Fill): StatementEntry {
  const { side: type, symbol, quantity, filledAt: at } = fill
  const value = notional(fill.price, quantity)
  return type === 'BUY'
    ? { type, symbol, fill, at, quantity, amount: negated(value) }
    : { type, symbol, fill, at, quantity: negated(quantity), amount: value }
}

const entryOfAdjustment = ({
  kind,
  at,
  symbol,
  quantity,
  amount,
}: AdjustmentLine): StatementEntry => ({ type: kind, fill: null, at, symbol, quantity, amount })

/** Whether an adjustment came before a fill: the fill's number decides if the times are equal. */
const cameBefore = (line: AdjustmentLine, fill: Fill): boolean =>
  isBefore(line.at, fill.filledAt) ||
  (line.at.equals(fill.filledAt) && line.seq < seqOfId(fill.fillId))

interface ProfitDeps {
  readonly database: Database
  readonly feed: Feed
  readonly clock: MarketClock
}

export interface AccountProfit extends Profit {
  readonly accountId: string
  readonly capital: Capital
}

export class ProfitService {
  readonly #deps: ProfitDeps

  constructor(deps: ProfitDeps) {
    this.#deps = deps
  }

  async find(accountId: string): Promise<AccountProfit | Refused<'account-not-found'>> {
    const { clock, database, feed } = this.#deps
    const beginning = await accountBeginning(database.drizzle, accountId)
    if (beginning === undefined) return refused('account-not-found')
    const adjustments = () => listAdjustments(database.drizzle, accountId, { from: null, to: null })
    for (;;) {
      const lines = await adjustments()
      const portfolio = await findPortfolio(database, accountId)
      if (portfolio === undefined) return refused('account-not-found')
      // A reset in between would set the old capital against the new cash.
      if ((await adjustments()).length > lines.length) continue
      const now = clock.now()
      const { account, holdings } = portfolio
      const capital = capitalOver(beginning.initialCash, lines)(lines.at(-1)?.at ?? now)
      const amounts = holdings.map((holding) =>
        evaluationAmount(holding, worthAt(feed, holding.symbol, now)),
      )
      return { accountId, capital, ...profitOf(account, holdings, amounts, capital.amount) }
    }
  }
}
