/**
 * The sequencer of a distributed database: one for each shard, since the statement of a batch runs
 * on the one server that has all its accounts. A shard that cannot be reached delays only its own
 * accounts.
 */
import type { Instant } from '../core/time'
import type { Shard, Shards } from '../postgres/database'
import type { Command } from './command'
import type { Sequencer } from './sequencer'

class ShardSequencers implements Sequencer {
  readonly #shards: Shards
  readonly #sequencers: ReadonlyMap<Shard, Sequencer>

  constructor(shards: Shards, open: (shard: Shard) => Sequencer) {
    this.#shards = shards
    this.#sequencers = new Map(shards.all.map((shard) => [shard, open(shard)]))
  }

  submit<Outcome>(command: Command<Outcome>, waitedMs?: number): Promise<Outcome> {
    const sequencer = this.#sequencers.get(this.#shards.of(command.accountId))
    if (sequencer === undefined) throw new Error('each shard has a sequencer')
    return sequencer.submit(command, waitedMs)
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
