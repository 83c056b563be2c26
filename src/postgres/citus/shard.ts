/**
 * One shard of a distributed database [run.shards]. Its statements go straight to the worker that
 * has it, with the shard's own tables in their texts. There they are plain PostgreSQL with kept
 * plans, and Citus plans none of them.
 *
 * Each transaction first takes the lock that a move of the shard waits for, and fails if this
 * worker does not have the shard any more. Then the catalogue is read again, and the transaction
 * goes to the worker that has it now.
 */
import { sql } from 'drizzle-orm'
import { type Connection, type Deadline, Overdue, type Query } from '../connection'
import type { Beside, Database, Shard } from '../database'
import { ShardSplit } from '../each-shard'
import { codeOf, isConnectionLoss, isRowLocked, OutcomeUnknown, retry } from '../errors'
import { ANSWER_MS_MAX, LONG_ANSWER_MS_MAX } from '../options'
import { COMMIT, isRead, type Pool, queryOf, runnerOf, within } from '../pool'
import {
  arrayLiteral,
  type BoundStatement,
  type Parameters,
  parameter,
  type Statement,
  type StatementRunner,
  statement,
} from '../statement'
import { textHashedInto } from './hash'
import { HOLD_SHARD, RUN_ON_SHARD, SHARD_MOVED, type ShardPlace } from './layout'
import { MARKET_TERMS, withTables } from './tables'

/** The connections to the server of a shard. */
export interface ShardPools {
  /** For the reads of batches, which must not wait for clients' reads. */
  readonly recalls: Pool
  readonly reads: Pool
  readonly commits: Pool
  close(): Promise<void>
  /** Lets what is under way end: a connection that is cut leaves its commit's outcome unknown. */
  retire(): Promise<void>
}

export interface ShardDeps {
  readonly open: (place: ShardPlace) => ShardPools
  /**
   * Returns the place of this shard as the catalogue has it now; undefined if it was split, after
   * which this one is retired.
   */
  readonly locate: () => Promise<ShardPlace | undefined>
  /** The term of the matcher's lease that this process has taken last; null if none. */
  readonly term: () => string | null
  /** The present halt of all placing, as the coordinator has it. */
  readonly halt: () => Promise<Halt>
  readonly coordinator: Pick<Database, 'transaction'>
  /** Called when the server can be reached again. */
  readonly returned: () => void
}

/** A server that was moved to another shard, or whose shard's table is gone. */
const UNDEFINED_TABLE = '42P01'
const isMoved = (error: unknown): boolean => [SHARD_MOVED, UNDEFINED_TABLE].includes(codeOf(error))

const MOVES_FOLLOWED = 3
const PROBE_EVERY_MS = 500
const PROBE_MS_MAX = 2_000

/** The time of a halt as PostgreSQL's text; null if there is none. */
export type Halt = string | null

interface Current {
  readonly place: ShardPlace
  readonly pools: ShardPools
  /** Texts with the tables of this place. */
  readonly texts: Map<string, string>
}

export class ServerShard implements Shard {
  readonly #deps: ShardDeps
  #current: Current
  /** Resolves when the server can be reached again; null if it can. */
  #away: PromiseWithResolvers<void> | null = null
  #isClosed = false
  #isSplit = false
  #relocating: Promise<void> | null = null

  constructor(place: ShardPlace, deps: ShardDeps) {
    this.#deps = deps
    this.#current = { place, pools: deps.open(place), texts: new Map() }
  }

  get isAway(): boolean {
    return this.#away !== null
  }

  get place(): ShardPlace {
    return this.#current.place
  }

  all<Name extends string, Row>(
    statement: Statement<Name, Row>,
    parameters: Parameters<Name>,
  ): Promise<readonly Row[]> {
    const asked = queryOf(statement, parameters)
    const limitMs = statement.isLong ? LONG_ANSWER_MS_MAX : ANSWER_MS_MAX
    return this.#attempt(async (current) => {
      // A long statement waits no longer than others for a server that is lost.
      if (statement.isLong) await within(ANSWER_MS_MAX, (deadline) => reach(current, deadline))
      if (!isRead(asked.text)) await this.#untilBack()
      const query = queryIn(current, asked)
      const { reads, recalls } = current.pools
      const rows = await within(limitMs, (deadline) =>
        retry(
          (commitSent) =>
            isRead(asked.text)
              ? reads.use(deadline, (connection) => readHere(connection, current, query))
              : recalls.use(deadline, (connection) =>
                  commitHeld(connection, current, query, commitSent),
                ),
          deadline,
        ),
      )
      return rows.map(statement.decode)
    })
  }

  /** A batch's reads: whatever they have missed, its commit finds by the accounts' versions. */
  read<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T> {
    return this.#attempt((current) =>
      within(ANSWER_MS_MAX, (deadline) =>
        retry(
          () =>
            current.pools.recalls.use(deadline, (connection) =>
              work(runnerOf((query) => connection.values(queryIn(current, query)))),
            ),
          deadline,
        ),
      ),
    )
  }

  commit<Row>(
    { statement, parameters }: BoundStatement<Row>,
    claim: () => boolean,
  ): Promise<readonly Row[] | null> {
    const asked = queryOf(statement, parameters)
    return this.#attempt(async (current) => {
      await this.#untilBack()
      return within(ANSWER_MS_MAX, (deadline) =>
        retry(
          (commitSent) =>
            current.pools.commits.use(deadline, async (connection) => {
              if (!claim()) return null
              const query = queryIn(current, asked)
              const rows = await commitHeld(connection, current, query, commitSent)
              return rows.map(statement.decode)
            }),
          deadline,
        ),
      )
    })
  }

  /** Sends both through the coordinator: Citus prepares the two parts, and then commits them. */
  commitBeside(
    { accountId, rows, ...beside }: Beside,
    { statement, parameters }: BoundStatement<string>,
    claim: () => boolean,
  ): Promise<readonly string[] | null> {
    const asked = queryOf(statement, parameters)
    return this.#attempt(async (current) => {
      await this.#untilBack()
      const { text: numbered, values: given = [] } = queryIn(current, asked)
      const text = numbered.replaceAll(/\$(\d+)/g, '($$1)[$1]')
      const values = arrayLiteral(given.map((value) => (value === null ? null : String(value))))
      const { shardId } = current.place
      const written = this.#deps.coordinator.transaction(async (runner) => {
        const { length } = await runner.all(beside.statement, beside.parameters)
        const ids = await runner.all(runOnShard, { accountId, shardId, text, values })
        if (length !== rows || !ids.includes(accountId)) {
          throw new Unwritten(ids.filter((id) => id !== accountId))
        }
        // Both may have waited for locks.
        if (!claim()) throw new Unwanted()
        return ids
      })
      return written.catch((error: unknown) => {
        if (error instanceof Unwritten) return error.others
        if (error instanceof Unwanted) return null
        throw error
      })
    })
  }

  /**
   * Makes the term the one that the market's batches must have here. A shard that cannot be reached
   * gets it before it counts as reached again.
   */
  async raise(term: string): Promise<void> {
    if (this.isAway) return
    await this.#attempt((current) =>
      within(PROBE_MS_MAX, (deadline) => raiseIn(current, deadline, term)),
    ).catch(() => this.lost())
  }

  /** Returns the halt that batches find here; undefined if the server cannot be reached. */
  async seenHalt(): Promise<Halt | undefined> {
    if (this.isAway) return undefined
    return this.#attempt((current) =>
      within(PROBE_MS_MAX, (deadline) => haltIn(current, deadline)),
    ).catch(() => {
      this.lost()
      return undefined
    })
  }

  /** Changes the halt that batches find here. Returns false if the server cannot be reached. */
  changeHalt(seen: Halt, halt: Halt): Promise<boolean> {
    return this.#attempt((current) =>
      within(PROBE_MS_MAX, (deadline) => changeHaltIn(current, deadline, seen, halt)),
    ).then(
      () => true,
      () => {
        this.lost()
        return false
      },
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#current.pools.close()
  }

  /** Ends a shard that was split: whatever still comes here fails with a ShardSplit. */
  async retire(): Promise<void> {
    this.#isSplit = true
    this.#isClosed = true
    this.#away?.reject(new ShardSplit('the shard was split'))
    await this.#current.pools.retire()
  }

  /** Follows the shard to another server; notes a server that cannot be reached. */
  async #attempt<T>(work: (current: Current) => Promise<T>): Promise<T> {
    for (let moves = 0; ; moves++) {
      if (this.#isSplit) throw new ShardSplit('the shard was split')
      const current = this.#current
      try {
        return await work(current)
      } catch (error) {
        if (moves < MOVES_FOLLOWED) {
          if (isMoved(error)) {
            await this.#relocate()
            continue
          }
          // It waited for a connection to the server that the shard has left meanwhile.
          const hasLeft = this.#isSplit || current !== this.#current
          if (hasLeft && isConnectionLoss(error)) continue
        }
        if (error instanceof WritesBlocked) {
          this.lost()
          throw new Overdue('a move of the shard lets no writes through')
        }
        if (isConnectionLoss(error) || error instanceof OutcomeUnknown) this.lost()
        throw error
      }
    }
  }

  /**
   * Waits for a server that cannot be reached: nothing is written there before it has the term and
   * the halt that it has missed.
   */
  async #untilBack(): Promise<void> {
    const away = this.#away
    if (away === null) return
    await within(ANSWER_MS_MAX, async (deadline) => {
      const passed = Promise.withResolvers<never>()
      const stop = deadline.whenPassed(() =>
        passed.reject(new Overdue('the server of the shard cannot be reached')),
      )
      await Promise.race([away.promise, passed.promise]).finally(stop)
    })
  }

  #relocate(): Promise<void> {
    this.#relocating ??= this.#goToPlace().finally(() => {
      this.#relocating = null
    })
    return this.#relocating
  }

  async #goToPlace(): Promise<void> {
    const place = await this.#deps.locate()
    const { place: before, pools: old } = this.#current
    if (place === undefined || isSamePlace(before, place)) return
    this.#current = { place, pools: this.#deps.open(place), texts: new Map() }
    await old.retire()
  }

  /** Counts the shard as away until its server was reached again. */
  lost(): void {
    if (this.isAway || this.#isClosed) return
    this.#away = Promise.withResolvers()
    this.#away.promise.catch(() => {})
    this.#probeLater()
  }

  #probeLater(): void {
    setTimeout(() => {
      if (this.#isClosed) return
      this.#probe().then(
        () => {
          this.#away?.resolve()
          this.#away = null
          this.#deps.returned()
        },
        () => this.#probeLater(),
      )
    }, PROBE_EVERY_MS).unref()
  }

  async #probe(): Promise<void> {
    await this.#relocate()
    const current = this.#current
    const term = this.#deps.term()
    await within(PROBE_MS_MAX, async (deadline) => {
      if (term !== null) await raiseIn(current, deadline, term)
      // Reads the coordinator's later, which is then the newer one.
      const seen = await haltIn(current, deadline)
      const halt = await this.#deps.halt()
      if (seen !== halt) await changeHaltIn(current, deadline, seen, halt)
    })
  }
}

/** Ends a transaction whose callers have given up. */
class Unwanted extends Error {
  override readonly name = 'Unwanted'
}

/** Ends a transaction that is to write nothing. `others` are rows that are not the account's. */
class Unwritten extends Error {
  override readonly name = 'Unwritten'
  readonly others: readonly string[]
  constructor(others: readonly string[]) {
    super('one of two statements that belong together has written nothing')
    this.others = others
  }
}

const runOnShard = statement(
  ['accountId', 'shardId', 'text', 'values'],
  sql`select * from ${sql.raw(RUN_ON_SHARD)}(${parameter('accountId', 'text')},
    ${parameter('shardId', 'bigint')}, ${parameter('text', 'text')},
    ${parameter('values', 'text[]')})`,
  ([id]) => String(id),
)

const isSamePlace = (one: ShardPlace, other: ShardPlace): boolean =>
  one.host === other.host &&
  one.port === other.port &&
  one.shardId === other.shardId &&
  [...one.tables].every(([name, own]) => other.tables.get(name) === own)

function queryIn({ place, texts }: Current, query: Query): Query {
  const known = texts.get(query.text)
  const text = known ?? withTables(query.text, place.tables)
  if (known === undefined) texts.set(query.text, text)
  return { ...query, text }
}

const hold = ({ place }: Current, writes: boolean): Query => ({
  text: `select ${HOLD_SHARD}(${place.shardId}, ${writes})`,
  prepare: true,
})

async function readHere(connection: Connection, current: Current, query: Query) {
  const [, rows] = await Promise.all([
    connection.values(hold(current, false)),
    connection.values(query),
  ])
  return rows
}

/** A move has the shard's writes blocked for longer than a transaction waits. */
class WritesBlocked extends Error {
  override readonly name = 'WritesBlocked'
}

/** Sends all of the transaction at once. After a failed statement its COMMIT is a ROLLBACK. */
async function commitHeld(
  connection: Connection,
  current: Current,
  query: Query,
  commitSent: () => void,
) {
  // Nothing is sent on a lost connection, so the outcome is known.
  if (connection.alive) commitSent()
  const began = connection.values({ text: 'begin' })
  const held = connection.values(hold(current, true))
  const asked = connection.values(query)
  const ended = connection.values({ text: COMMIT })
  try {
    const [, , rows] = await Promise.all([began, held, asked, ended])
    return rows
  } catch (error) {
    const isBlocked = await held.then(() => false, isRowLocked)
    throw isBlocked ? new WritesBlocked() : error
  }
}

const termsOf = ({ place }: Current): string =>
  `"${place.tables.get(MARKET_TERMS) ?? MARKET_TERMS}"`
const keyOf = ({ place: { from, to } }: Current): string => textHashedInto(from, to)

const reach = (current: Current, deadline: Deadline) =>
  current.pools.reads.use(deadline, (connection) => connection.values(hold(current, false)))

const write = (current: Current, deadline: Deadline, text: string, values: Query['values']) =>
  current.pools.recalls.use(deadline, (connection) =>
    commitHeld(connection, current, { text, ...(values && { values }) }, () => {}),
  )

/** A part of a shard that was split may not have the row yet. */
const raiseIn = (current: Current, deadline: Deadline, term: string) =>
  write(
    current,
    deadline,
    `insert into ${termsOf(current)} as terms (account_id, term, holder)
      values ($2::text, $1::text::integer, 'the matcher')
      on conflict (account_id) do update set term = excluded.term where terms.term < excluded.term`,
    [term, keyOf(current)],
  )

async function haltIn(current: Current, deadline: Deadline): Promise<Halt> {
  const [row] = await current.pools.recalls.use(deadline, (connection) =>
    readHere(connection, current, { text: `select halted_at::text from ${termsOf(current)}` }),
  )
  return typeof row?.[0] === 'string' ? row[0] : null
}

/** Changes nothing if the halt is no longer the one that was seen. */
const changeHaltIn = (current: Current, deadline: Deadline, seen: Halt, halt: Halt) =>
  write(
    current,
    deadline,
    `insert into ${termsOf(current)} as terms (account_id, term, holder, halted_at)
      values ($3::text, 0, 'the matcher', $1::text::timestamptz)
      on conflict (account_id) do update set halted_at = excluded.halted_at
      where terms.halted_at is not distinct from $2::text::timestamptz`,
    [halt, seen, keyOf(current)],
  )
