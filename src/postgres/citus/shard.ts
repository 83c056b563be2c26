/**
 * One shard of a distributed database [run.shards]. Its statements go straight to the worker that
 * has it, with the shard's own tables in their texts. There they are plain PostgreSQL with kept
 * plans, and Citus plans none of them.
 *
 * Each transaction first takes the lock that a move of the shard waits for, and fails if this
 * worker does not have the shard any more. Then the catalogue is read again, and the transaction
 * goes to the worker that has it now.
 */
import { type Connection, type Deadline, Overdue, type Query } from '../connection'
import type { Shard } from '../database'
import { codeOf, isConnectionLoss, isRowLocked, OutcomeUnknown, retry } from '../errors'
import { ANSWER_MS_MAX, LONG_ANSWER_MS_MAX } from '../options'
import { COMMIT, isRead, type Pool, queryOf, runnerOf, within } from '../pool'
import type { BoundStatement, Parameters, Statement, StatementRunner } from '../statement'

import { HOLD_SHARD, SHARD_MOVED, type ShardPlace } from './layout'
import { MARKET_TERMS, withTables } from './tables'

/** The connections to the server of a shard. */
export interface ShardPools {
  /** For the reads of batches, which must not wait for clients' reads. */
  readonly recalls: Pool
  readonly reads: Pool
  readonly commits: Pool
  close(): Promise<void>
}

export interface ShardDeps {
  readonly open: (place: ShardPlace) => ShardPools
  /** Returns the place of this shard as the catalogue has it now. */
  readonly locate: () => Promise<ShardPlace>
  /** The term of the matcher's lease that this process has taken last; null if none. */
  readonly term: () => string | null
  /** Called when the server can be reached again. */
  readonly returned: () => void
}

/** A server that was moved to another shard, or whose shard's table is gone. */
const UNDEFINED_TABLE = '42P01'
const isMoved = (error: unknown): boolean => [SHARD_MOVED, UNDEFINED_TABLE].includes(codeOf(error))

const MOVES_FOLLOWED = 3
const PROBE_EVERY_MS = 500
const PROBE_MS_MAX = 2_000

interface Current {
  readonly place: ShardPlace
  readonly pools: ShardPools
  /** Texts with the tables of this place. */
  readonly texts: Map<string, string>
}

export class ServerShard implements Shard {
  readonly #deps: ShardDeps
  #current: Current
  #isAway = false
  #isClosed = false
  #relocating: Promise<void> | null = null

  constructor(place: ShardPlace, deps: ShardDeps) {
    this.#deps = deps
    this.#current = { place, pools: deps.open(place), texts: new Map() }
  }

  get isAway(): boolean {
    return this.#isAway
  }

  get from(): number {
    return this.#current.place.from
  }

  all<Name extends string, Row>(
    statement: Statement<Name, Row>,
    parameters: Parameters<Name>,
  ): Promise<readonly Row[]> {
    const asked = queryOf(statement, parameters)
    const limitMs = statement.isLong ? LONG_ANSWER_MS_MAX : ANSWER_MS_MAX
    return this.#attempt(async (current) => {
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
    return this.#attempt((current) =>
      within(ANSWER_MS_MAX, (deadline) =>
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
      ),
    )
  }

  /**
   * Makes the term the one that the market's batches must have here. A shard that cannot be reached
   * gets it before it counts as reached again.
   */
  async raise(term: string): Promise<void> {
    if (this.#isAway) return
    await this.#attempt((current) =>
      within(PROBE_MS_MAX, (deadline) => raiseIn(current, deadline, term)),
    ).catch(() => this.#lost())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#current.pools.close()
  }

  /** Follows the shard to another server; notes a server that cannot be reached. */
  async #attempt<T>(work: (current: Current) => Promise<T>): Promise<T> {
    for (let moves = 0; ; moves++) {
      try {
        return await work(this.#current)
      } catch (error) {
        if (isMoved(error) && moves < MOVES_FOLLOWED) {
          await this.#relocate()
          continue
        }
        if (error instanceof WritesBlocked) {
          this.#lost()
          throw new Overdue('a move of the shard lets no writes through')
        }
        if (isConnectionLoss(error) || error instanceof OutcomeUnknown) this.#lost()
        throw error
      }
    }
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
    if (isSamePlace(before, place)) return
    this.#current = { place, pools: this.#deps.open(place), texts: new Map() }
    await old.close()
  }

  #lost(): void {
    if (this.#isAway || this.#isClosed) return
    this.#isAway = true
    this.#probeLater()
  }

  #probeLater(): void {
    setTimeout(() => {
      if (this.#isClosed) return
      this.#probe().then(
        () => {
          this.#isAway = false
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
    await within(PROBE_MS_MAX, (deadline) =>
      term === null
        ? current.pools.recalls.use(deadline, (connection) =>
            connection.values(hold(current, false)),
          )
        : raiseIn(current, deadline, term),
    )
  }
}

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

const raiseIn = (current: Current, deadline: Deadline, term: string) => {
  const table = `"${current.place.tables.get(MARKET_TERMS) ?? MARKET_TERMS}"`
  const query: Query = {
    text: `update ${table} set term = $1::text::integer where term < $1::text::integer`,
    values: [term],
  }
  return current.pools.recalls.use(deadline, (connection) =>
    commitHeld(connection, current, query, () => {}),
  )
}
