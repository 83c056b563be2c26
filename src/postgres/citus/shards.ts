/** The shards of a distributed database, each with connections to the worker that has it. */

import type { Database, Shards } from '../database'
import { StartError } from '../errors'
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
import { ServerShard, type ShardPools } from './shard'
import { fitsShard } from './tables'

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
  readonly connectionLost: () => void
  /** Settings of the URL take precedence. */
  readonly settingsOf: (settings: SessionSettings) => SessionSettings
}

class CitusShards implements OpenShards {
  readonly all: readonly ServerShard[]
  readonly #froms: readonly number[]
  readonly #fits = new WeakMap<object, boolean>()
  readonly #listeners: (() => void)[] = []
  #term: string | null = null

  constructor(deps: ShardsDeps) {
    this.#froms = deps.places.map(({ from }) => from)
    this.all = deps.places.map(
      (place, index) =>
        new ServerShard(place, {
          open: (where) => openShardPools(where, deps),
          locate: () => this.#locate(index, deps.ask),
          term: () => this.#term,
          returned: () => {
            for (const listener of this.#listeners) listener()
          },
        }),
    )
  }

  of(accountId: string): ServerShard {
    const shard = this.all[shardIndexOf(this.#froms, accountId)]
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

  async close(): Promise<void> {
    await Promise.all(this.all.map((shard) => shard.close()))
  }

  async #locate(index: number, ask: Ask): Promise<ShardPlace> {
    const layout = await layoutOf(ask)
    const places = layout === null || layout === 'partial' ? [] : layout
    const place = places[index]
    const isSplit = places.length !== this.all.length || place?.from !== this.#froms[index]
    if (isSplit || place === undefined) {
      throw new StartError('The shards of the database were split: start the servers again.')
    }
    return place
  }
}

export const openShards = (deps: ShardsDeps): OpenShards => new CitusShards(deps)

/** Sends a statement on one account to its shard, and everything else to the coordinator. */
export const overShards = (coordinator: Database, shards: OpenShards): Database => ({
  ...coordinator,
  shards,
  all: (statement, parameters) =>
    (shards.ofStatement(statement, parameters) ?? coordinator).all(statement, parameters),
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
  }
}
