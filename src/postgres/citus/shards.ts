/** The shards of a distributed database, each with connections to the worker that has it. */

import type { Database, Shards } from '../database'
import { ShardSplit } from '../each-shard'
import { connectTo } from '../hosts'
import {
  BATCHES_AT_ONCE,
  COMMIT_SESSION_SETTINGS,
  SESSION_OPTIONS,
  SESSION_SETTINGS,
  type SessionSettings,
  SILENT_READ_MS_MAX,
} from '../options'
import { type Pools, poolsOf } from '../pool'
import { arrayIn, type Parameters, type Statement, valuesOf } from '../statement'
import { serverTargets } from '../tls'
import { type Ask, layoutOf, type ShardPlace, shardIndexOf } from './layout'
import { type Halt, ServerShard, type ShardPools } from './shard'
import { fitsShard, HALT } from './tables'

/** Connections for the reads of clients, for each shard. */
const SHARD_READS_MAX = 2

export interface OpenShards extends Shards {
  /** The shard that has all rows of the statement; undefined if there is no such shard. */
  ofStatement<Name extends string>(
    statement: Statement<Name, unknown>,
    parameters: Parameters<Name>,
  ): ServerShard | undefined
  /** Lets no batch of the market commit that has an earlier term. */
  raise(term: string): Promise<void>
  close(): Promise<void>
}

export interface ShardsDeps {
  readonly databaseUrl: string
  readonly places: readonly ShardPlace[]
  /** Asks the coordinator. */
  readonly ask: Ask
  readonly coordinator: Pick<Database, 'transaction'>
  readonly connectionLost: () => void
  /** Settings of the URL take precedence. */
  readonly settingsOf: (settings: SessionSettings) => SessionSettings
}

class CitusShards implements OpenShards {
  readonly #deps: ShardsDeps
  #all: readonly ServerShard[]
  #froms: readonly number[]
  readonly #fits = new WeakMap<object, boolean>()
  readonly #listeners: (() => void)[] = []
  #term: string | null = null

  constructor(deps: ShardsDeps) {
    this.#deps = deps
    this.#froms = deps.places.map(({ from }) => from)
    this.#all = deps.places.map((place) => this.#open(place))
  }

  get all(): readonly ServerShard[] {
    return this.#all
  }

  of(accountId: string): ServerShard {
    const shard = this.#all[shardIndexOf(this.#froms, accountId)]
    if (shard === undefined) throw new Error(`no shard has the account ${accountId}`)
    return shard
  }

  ofStatement<Name extends string>(
    statement: Statement<Name, unknown>,
    parameters: Parameters<Name>,
  ): ServerShard | undefined {
    const names: readonly string[] = statement.names
    const at = names.findIndex((name) => name === 'accountId' || name === 'accountIds')
    if (at === -1) return undefined
    const fits = this.#fits.get(statement) ?? fitsShard(statement.text)
    this.#fits.set(statement, fits)
    const value = fits ? valuesOf(statement, parameters)[at] : undefined
    if (typeof value !== 'string') return undefined
    if (names[at] === 'accountId') return this.of(value)
    const [shard, ...others] = new Set(arrayIn(value).map((accountId) => this.of(accountId)))
    return others.length === 0 ? shard : undefined
  }

  onReturn(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async raise(term: string): Promise<void> {
    this.#term = term
    await Promise.all(this.all.map((shard) => shard.raise(term)))
  }

  /**
   * Reads what the shards have before what the coordinator has, so that nothing older replaces
   * something newer (shard.ts).
   */
  readonly carryHalt = async (): Promise<readonly string[]> => {
    const found = await Promise.all(
      this.#all.map(async (shard) => ({ shard, seen: await shard.seenHalt() })),
    )
    const halt = await this.#halt()
    const missed = await Promise.all(
      found.map(async ({ shard, seen }) => {
        if (seen === halt) return []
        const isDone = seen !== undefined && (await shard.changeHalt(seen, halt))
        const { host, port } = shard.place
        return isDone ? [] : [`${host}:${port}`]
      }),
    )
    return [...new Set(missed.flat())].sort()
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((shard) => shard.close()))
  }

  #open(place: ShardPlace): ServerShard {
    const shard: ServerShard = new ServerShard(place, {
      open: (where) => openShardPools(where, this.#deps),
      locate: () => this.#locate(shard),
      term: () => this.#term,
      halt: () => this.#halt(),
      coordinator: this.#deps.coordinator,
      returned: () => {
        for (const listener of this.#listeners) listener()
      },
    })
    return shard
  }

  async #halt(): Promise<Halt> {
    const [row] = await this.#deps.ask(`select halted_at::text from ${HALT}`)
    return typeof row?.[0] === 'string' ? row[0] : null
  }

  async #locate({ place: { from, to } }: ServerShard): Promise<ShardPlace | undefined> {
    const layout = await layoutOf(this.#deps.ask)
    if (layout === null || layout === 'partial') throw new Error('the shards cannot be found')
    const place = layout.find((one) => one.from === from && one.to === to)
    if (place === undefined) this.#split(layout)
    return place
  }

  /** Puts the parts in place of shards that were split. They are away until they were reached. */
  #split(places: readonly ShardPlace[]): void {
    const kept = new Map(this.#all.map((shard) => [rangeOf(shard.place), shard]))
    const parts: ServerShard[] = []
    this.#all = places.map((place) => {
      const known = kept.get(rangeOf(place))
      kept.delete(rangeOf(place))
      if (known !== undefined) return known
      const part = this.#open(place)
      parts.push(part)
      return part
    })
    this.#froms = places.map(({ from }) => from)
    for (const part of parts) part.lost()
    for (const shard of kept.values()) void shard.retire()
  }
}

const rangeOf = ({ from, to }: ShardPlace): string => `${from} ${to}`

export const openShards = (deps: ShardsDeps): OpenShards => new CitusShards(deps)

/** Sends a statement on one account to its shard, and everything else to the coordinator. */
export const overShards = (coordinator: Database, shards: OpenShards): Database => ({
  ...coordinator,
  shards,
  async all(statement, parameters) {
    for (;;) {
      const runner = shards.ofStatement(statement, parameters) ?? coordinator
      try {
        return await runner.all(statement, parameters)
      } catch (error) {
        if (!(error instanceof ShardSplit)) throw error
      }
    }
  },
  async takeMatcherLease() {
    const taken = await coordinator.takeMatcherLease()
    const term = taken?.fence.term ?? null
    if (term !== null) await shards.raise(term)
    return taken
  },
  async close() {
    await Promise.all([shards.close(), coordinator.close()])
  },
})

function openShardPools(
  { host, port }: ShardPlace,
  { databaseUrl, settingsOf, connectionLost }: ShardsDeps,
): ShardPools {
  const targets = serverTargets(databaseUrl).slice(0, 1)
  const connect = connectTo(
    targets.map(({ url, tls }) => {
      const at = new URL(url)
      at.hostname = host.includes(':') ? `[${host}]` : host
      at.port = String(port)
      return { url: at.href, options: { ...SESSION_OPTIONS, ...tls } }
    }),
  )
  const pools: Pools = new Set()
  const poolOf = poolsOf({ connect, pools, settingsOf, connectionLost })
  const silence = { silentMs: SILENT_READ_MS_MAX }
  const all = {
    reads: poolOf(SHARD_READS_MAX, SESSION_SETTINGS, silence),
    recalls: poolOf(BATCHES_AT_ONCE, SESSION_SETTINGS),
    commits: poolOf(1, COMMIT_SESSION_SETTINGS, { usersPerConnection: BATCHES_AT_ONCE }),
  }
  return {
    ...all,
    async close() {
      await Promise.all(Object.values(all).map((pool) => pool.close()))
    },
    async retire() {
      await Promise.all(Object.values(all).map((pool) => pool.retire()))
    },
  }
}
