/** The tables of instruments and prices, and of the servers that move the market. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { INSTRUMENT_TYPES, TRADABLE_STATES } from '../../core/instrument'
import {
  exactInstantColumn,
  idColumn,
  instantColumn,
  oneOf,
  priceColumn,
  quantityColumn,
  transactionColumn,
} from '../statement'

/** The length of an imported bar: a minute, or the REGULAR session of a trading date. */
export const BAR_INTERVALS = ['1m', '1d'] as const
export type BarInterval = (typeof BAR_INTERVALS)[number]

export const instruments = pgTable(
  'instruments',
  {
    symbol: idColumn().primaryKey(),
    name: text().notNull(),
    type: text({ enum: INSTRUMENT_TYPES }).notNull(),
    exchange: text().notNull(),
    nameKo: text('name_ko'),
    sector: text(),
    tradable: text({ enum: TRADABLE_STATES }).notNull(),
    dayMarketTradable: boolean('day_market_tradable').notNull(),
  },
  (table) => [
    check('instruments_type', oneOf(table.type, INSTRUMENT_TYPES)),
    check('instruments_tradable', oneOf(table.tradable, TRADABLE_STATES)),
  ],
)

/**
 * An operator's changes of the orders that an instrument takes, with the state before each change,
 * which explains past ticks. [paper.explanation]
 */
export const instrumentChanges = pgTable(
  'instrument_changes',
  {
    symbol: idColumn()
      .notNull()
      .references(() => instruments.symbol),
    /** Market time, just after the tick of its instant. */
    changedAt: exactInstantColumn('changed_at').notNull(),
    tradableBefore: text('tradable_before', { enum: TRADABLE_STATES }).notNull(),
    dayMarketTradableBefore: boolean('day_market_tradable_before').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.changedAt] }),
    check('instrument_changes_tradable', oneOf(table.tradableBefore, TRADABLE_STATES)),
  ],
)

/** The parameters of the simulated prices of an imported instrument. */
export const instrumentModels = pgTable(
  'instrument_models',
  {
    symbol: idColumn()
      .primaryKey()
      .references(() => instruments.symbol),
    referencePrice: priceColumn('reference_price').notNull(),
    annualVolatility: doublePrecision('annual_volatility').notNull(),
    dailyVolume: doublePrecision('daily_volume').notNull(),
    beta: doublePrecision().notNull(),
    /** As in a file of instruments: `OIL:0.4 ENERGY:0.7`. Null if it was imported without. */
    groups: text(),
    /** As in a file of instruments: `QQQ*3`; blank if there is none. */
    follows: text(),
  },
  (table) => [
    check(
      'instrument_models_positive',
      sql`${table.referencePrice} > 0 and ${table.annualVolatility} > 0
        and ${table.dailyVolume} > 0`,
    ),
  ],
)

/** Imported bars. Prices are multiples of the tick size [order.tick-size]. */
export const bars = pgTable(
  'bars',
  {
    symbol: idColumn()
      .notNull()
      .references(() => instruments.symbol),
    interval: text({ enum: BAR_INTERVALS }).notNull(),
    startsAt: instantColumn('starts_at').notNull(),
    open: priceColumn().notNull(),
    high: priceColumn().notNull(),
    low: priceColumn().notNull(),
    close: priceColumn().notNull(),
    volume: quantityColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.interval, table.startsAt] }),
    check('bars_interval', oneOf(table.interval, BAR_INTERVALS)),
    check(
      'bars_prices',
      sql`0 < ${table.low} and ${table.low} <= ${table.open} and ${table.low} <= ${table.close}
        and ${table.open} <= ${table.high} and ${table.close} <= ${table.high}`,
    ),
    check('bars_volume', sql`${table.volume} >= 0`),
  ],
)

/**
 * Recent live prices that servers have accepted, for other servers [live.shared]. Its migration
 * makes it unlogged: after a crash old prices are useless.
 */
export const livePrices = pgTable(
  'live_prices',
  {
    /** The server's name, which is random at each start. */
    server: idColumn().notNull(),
    /** 1, 2, 3 … for each server. */
    ordinal: integer().notNull(),
    takenAt: instantColumn('taken_at').notNull(),
    /** Lines of a recording. */
    lines: text().notNull(),
    changedIn: transactionColumn('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.server, table.ordinal] }),
    index('live_prices_changes').on(table.changedIn),
  ],
)

/** Facts that survive a restart: halts, official prices, the exchange rate [live.shared]. */
export const liveFacts = pgTable('live_facts', {
  /** Kind, symbol and date. A later fact replaces an earlier one with the same key. */
  key: idColumn().primaryKey(),
  takenAt: instantColumn('taken_at').notNull(),
  /** A line of a recording. */
  line: text().notNull(),
})

/** The last request for each symbol's price, on any server [live.wanted]. */
export const askedSymbols = pgTable('asked_symbols', {
  symbol: idColumn()
    .primaryKey()
    .references(() => instruments.symbol),
  askedAt: instantColumn('asked_at').notNull(),
})

/** One row: the instant up to which the market has been played. */
export const marketProgress = pgTable(
  'market_progress',
  {
    only: boolean().primaryKey().default(true),
    carriedTo: instantColumn('carried_to').notNull(),
  },
  (table) => [check('market_progress_only', sql`${table.only}`)],
)

/**
 * One row: the process that moves the market [run.lease]. Its changes are bound to its term, so
 * they have no effect after another process has taken the lease.
 */
export const matcherLease = pgTable(
  'matcher_lease',
  {
    only: boolean().primaryKey().default(true),
    /** Increases with every new holder. */
    term: integer().notNull(),
    /** Machine and process, for people; null while the lease is free. */
    holder: text(),
    /** The time of the database's clock. */
    renewedAt: instantColumn('renewed_at').notNull(),
    /** Market time at the last renewal, for other processes. */
    carriedTo: instantColumn('carried_to'),
  },
  (table) => [check('matcher_lease_only', sql`${table.only}`)],
)

/** One row: the settings on which all servers of this database must agree. [run.one-market] */
export const marketSettings = pgTable(
  'market_settings',
  {
    only: boolean().primaryKey().default(true),
    /** A number of up to 128 bits. */
    seed: numeric({ precision: 39, scale: 0, mode: 'bigint' }).notNull(),
    /** A random seed is shown only by `paper market seed`. [run.seed-random] */
    seedDrawn: boolean('seed_drawn').notNull(),
    feed: text().notNull(),
    tickMs: integer('tick_ms').notNull(),
  },
  (table) => [check('market_settings_only', sql`${table.only}`)],
)

/** One row in a database that is one of several cells: which one [run.cell-database]. */
export const cell = pgTable(
  'cell',
  {
    only: boolean().primaryKey().default(true),
    name: text().notNull(),
  },
  (table) => [check('cell_only', sql`${table.only}`)],
)

/** One row, which health checks write to find out whether the database takes changes. */
export const healthProbe = pgTable(
  'health_probe',
  {
    only: boolean().primaryKey().default(true),
    /** The time of the database's clock. */
    probedAt: instantColumn('probed_at').notNull(),
  },
  (table) => [check('health_probe_only', sql`${table.only}`)],
)

/** One row: the operator's settings for all accounts. */
export const marketControls = pgTable(
  'market_controls',
  {
    only: boolean().primaryKey().default(true),
    /** While this is set, no account can place orders. [order.trading-halted] */
    haltedAt: instantColumn('halted_at'),
  },
  (table) => [check('market_controls_only', sql`${table.only}`)],
)

/** Quotes that replace the feed's from one instant to another. */
export const pinnedQuotes = pgTable(
  'pinned_quotes',
  {
    symbol: idColumn()
      .notNull()
      .references(() => instruments.symbol),
    pinnedAt: exactInstantColumn('pinned_at').notNull(),
    /** Null while the quote is in force. */
    releasedAt: exactInstantColumn('released_at'),
    bidPrice: priceColumn('bid_price').notNull(),
    bidSize: quantityColumn('bid_size').notNull(),
    askPrice: priceColumn('ask_price').notNull(),
    askSize: quantityColumn('ask_size').notNull(),
    /** The last transaction to write the row, so that a process finds rows that it has not read. */
    changedIn: transactionColumn('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.pinnedAt] }),
    index('pinned_quotes_changes').on(table.changedIn),
    index('pinned_quotes_standing').on(table.symbol).where(sql`${table.releasedAt} is null`),
    check(
      'pinned_quotes_prices',
      sql`0 < ${table.bidPrice} and ${table.bidPrice} <= ${table.askPrice}`,
    ),
    check('pinned_quotes_sizes', sql`${table.bidSize} >= 0 and ${table.askSize} >= 0`),
  ],
)
