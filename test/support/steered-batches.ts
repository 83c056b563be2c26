/** A database of accounts alone, whose COMMITs a test answers by hand: no SQL, and no waiting. */
import type { Database, Lane } from '../../src/store/database'

export interface SteeredBatch {
  readonly lane: Lane
  /** Those that it has asked for. */
  readonly accountIds: readonly string[]
  /** Its COMMIT is answered. */
  commit(): Promise<void>
  /** It fails, by an answer to its COMMIT or without one. */
  fail(error: Error): Promise<void>
}

/** What came in together is read together, and every promise has told its callers. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next))
}

export function steeredBatches() {
  const underWay: SteeredBatch[] = []
  /** Another session has locked these. */
  const held = new Set<string>()

  const database: Pick<Database, 'transaction'> = {
    async transaction(work, lane = 0) {
      const accountIds: string[] = []
      const value = await work({
        async all(statement, parameters) {
          const named = Object.values<string | null>(parameters).join().match(/\w+/g) ?? []
          if (!statement.text.includes('skip locked')) {
            return named.map((accountId) => statement.decode([accountId]))
          }
          accountIds.push(...named)
          return named.filter((id) => !held.has(id)).map((id) => statement.decode(lockedRow(id)))
        },
        lastly: () => {},
      })
      const end = Promise.withResolvers<void>()
      const ended = async (): Promise<void> => {
        underWay.splice(underWay.indexOf(batch), 1)
        await settled()
      }
      const batch: SteeredBatch = {
        ...{ lane, accountIds },
        commit() {
          end.resolve()
          return ended()
        },
        fail(error) {
          end.reject(error)
          return ended()
        },
      }
      underWay.push(batch)
      await end.promise
      return value
    },
  }
  return { database, held, underWay: underWay as readonly SteeredBatch[] }
}

/** As the statement that locks accounts answers. */
const lockedRow = (id: string): readonly unknown[] => [
  id,
  '0',
  '0',
  0,
  null,
  null,
  'ideal@1',
  false,
  '1',
  '2',
]
