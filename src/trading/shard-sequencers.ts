/**
 * The sequencer of a distributed database: one for each shard, since the statement of a batch runs
 * on the one server that has all its accounts. A shard that cannot be reached delays only its own
 * accounts.
 */
import type { Instant } from '../core/time'
import type { Shard, Shards } from '../postgres/database'
import { ShardSplit } from '../postgres/each-shard'
import type { Command } from './command'
import type { Sequencer } from './sequencer'

class ShardSequencers implements Sequencer {
  readonly #shards: Shards
  readonly #open: (shard: Shard) => Sequencer
  readonly #sequencers: Map<Shard, Sequencer>

  constructor(shards: Shards, open: (shard: Shard) => Sequencer) {
    this.#shards = shards
    this.#open = open
    this.#sequencers = new Map(shards.all.map((shard) => [shard, open(shard)]))
  }

  /** A command of a shard that was split goes to the shard that has its account now. */
  async submit<Outcome>(command: Command<Outcome>, waitedMs?: number): Promise<Outcome> {
    for (;;) {
      try {
        return await this.#of(command.accountId).submit(command, waitedMs)
      } catch (error) {
        if (!(error instanceof ShardSplit)) throw error
      }
    }
  }

  #of(accountId: string): Sequencer {
    const shard = this.#shards.of(accountId)
    const known = this.#sequencers.get(shard) ?? this.#open(shard)
    this.#sequencers.set(shard, known)
    return known
  }

  /** Does not wait for shards that cannot be reached: the market moves on without them. */
  committing(before: Instant): Promise<void> | null {
    const pending = [...this.#sequencers].flatMap(([shard, sequencer]) =>
      shard.isAway ? [] : (sequencer.committing(before) ?? []),
    )
    return pending.length === 0 ? null : Promise.all(pending).then(() => {})
  }

  betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    return [...this.#sequencers.values()].reduce<() => Promise<T>>(
      (inner, sequencer) => () => sequencer.betweenBatches(inner),
      work,
    )()
  }

  get waiting(): number {
    return [...this.#sequencers.values()].reduce((sum, { waiting }) => sum + waiting, 0)
  }

  async drained(): Promise<void> {
    await Promise.all([...this.#sequencers.values()].map((sequencer) => sequencer.drained()))
  }
}

export const openShardSequencers = (shards: Shards, open: (shard: Shard) => Sequencer): Sequencer =>
  new ShardSequencers(shards, open)
