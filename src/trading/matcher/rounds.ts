/**
 * Submits the commands of a step in rounds.
 *
 * An account whose command fails by its own fault (a row that breaks an invariant, for example) is
 * reported once and tried again at every step, after the others: it never delays their market. So
 * does an account of a shard that cannot be reached. A step fails as a whole only if the database
 * fails.
 */
import { codeOf } from '../../postgres/errors'
import type { Command } from '../command'
import type { Sequencer } from '../sequencer'

/**
 * The orders tried per round. With rounds, clients get their turn during a large tick. A single
 * round for all orders would cost a third more, since the objects of a small batch are freed while
 * they are young.
 */
const ORDERS_PER_ROUND = 2_000

interface Submitted<Outcome> {
  readonly outcomes: readonly Outcome[]
  /** The accounts whose command failed by its own fault. */
  readonly failing: readonly string[]
}

export interface Rounds {
  /**
   * Submits the commands in rounds. After an outcome of null it submits no more: the rest would be
   * too late as well.
   */
  submitAll<Outcome>(commands: readonly Command<Outcome>[]): Promise<Submitted<Outcome>>
  /** Accounts whose last command failed; their commands do not share a batch with others. */
  readonly faulty: ReadonlySet<string>
}

export function openRounds(
  sequencer: Pick<Sequencer, 'submit'>,
  failed: (error: unknown) => void,
  isAway: (accountId: string) => boolean = () => false,
): Rounds {
  const faulty = new Set<string>()

  async function submitAll<Outcome>(
    commands: readonly Command<Outcome>[],
  ): Promise<Submitted<Outcome>> {
    const {
      sound = [],
      suspect = [],
      away = [],
    } = Object.groupBy(commands, ({ accountId }) => {
      if (isAway(accountId)) return 'away'
      return faulty.has(accountId) ? 'suspect' : 'sound'
    })
    const outcomes: Outcome[] = []
    const failing = away.map(({ accountId }) => accountId)
    for (const group of [sound, suspect]) {
      for (const commands of roundsOf(group)) {
        const round = await submitRound(commands)
        outcomes.push(...round.outcomes)
        failing.push(...round.failing)
        if (round.outcomes.some((each) => each === null)) return { outcomes, failing }
      }
    }
    return { outcomes, failing }
  }

  async function submitRound<Outcome>(
    commands: readonly Command<Outcome>[],
  ): Promise<Submitted<Outcome>> {
    const settled = await Promise.allSettled(commands.map((command) => sequencer.submit(command)))
    const outcomes: Outcome[] = []
    const failing: string[] = []
    for (const [index, outcome] of settled.entries()) {
      const accountId = commands[index]?.accountId ?? ''
      if (outcome.status === 'fulfilled') {
        faulty.delete(accountId)
        outcomes.push(outcome.value)
        continue
      }
      if (isAway(accountId)) {
        failing.push(accountId)
        continue
      }
      if (!isFaultOfAccount(outcome.reason)) throw outcome.reason
      if (!faulty.has(accountId)) failed(outcome.reason)
      faulty.add(accountId)
      failing.push(accountId)
    }
    return { outcomes, failing }
  }

  return { submitAll, faulty }
}

function roundsOf<Outcome>(commands: readonly Command<Outcome>[]): readonly Command<Outcome>[][] {
  const rounds: Command<Outcome>[][] = []
  let orders = ORDERS_PER_ROUND
  for (const command of commands) {
    if (orders >= ORDERS_PER_ROUND) {
      rounds.push([])
      orders = 0
    }
    rounds.at(-1)?.push(command)
    orders += command.orderIds?.length ?? 1
  }
  return rounds
}

/**
 * True if our own code threw, or PostgreSQL refused the rows (its classes 22 and 23), or another
 * session holds the account's lock (55P03). Any other failure may concern every account.
 */
const isFaultOfAccount = (error: unknown): boolean => /^(?:$|2[23]|55P03$)/.test(codeOf(error))
