/** A database of accounts alone, whose statements a test answers by hand, without SQL. */
import type { Database } from '../../src/postgres/database'
import type { StatementRunner } from '../../src/postgres/statement'

export interface SteeredBatch {
  /** The accounts that it names. */
  readonly accountIds: readonly string[]
  /** It is answered: of the accounts that are current it is committed. */
  commit(): Promise<void>
  /** It fails, by an answer or without one. */
  fail(error: Error): Promise<void>
}

/** What becomes of a statement whose answer was lost. */
export type Became = 'written' | 'unwritten' | 'unknown'

/** What came in together is read together, and every promise has resolved for its callers. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((next) => setImmediate(next))
}

const idsIn = (text: string | null | undefined): readonly string[] => text?.match(/\w+/g) ?? []

export function steeredBatches() {
  const underWay: SteeredBatch[] = []
  /** Others have changed these since they were read. */
  const stale = new Set<string>()
  const steered = { became: 'unwritten' satisfies Became as Became }

  const runner: StatementRunner = {
    async all(statement, parameters) {
      const [ids = ''] = Object.values<string | null>(parameters)
      const rows = statement.text.includes('held_cash')
        ? idsIn(ids).map(seenRow)
        : becameRows(statement.text, idsIn(ids))
      return rows.map(statement.decode)
    },
  }
  function becameRows(text: string, ids: readonly string[]): readonly unknown[][] {
    const isUndone = text.startsWith('update') && steered.became === 'unwritten'
    const isFound = text.startsWith('select') && steered.became === 'written'
    return isUndone || isFound ? ids.map((id) => [id]) : []
  }

  const database: Pick<Database, 'all' | 'read' | 'commit'> = {
    ...runner,
    read: (work) => work(runner),
    async commit({ statement, parameters }, claim) {
      if (!claim()) return null
      const accountIds = ['accountId', 'answered accountId'].flatMap((name) =>
        idsIn(parameters[name]),
      )
      const end = Promise.withResolvers<void>()
      const ended = async (): Promise<void> => {
        underWay.splice(underWay.indexOf(batch), 1)
        await settled()
      }
      const batch: SteeredBatch = {
        accountIds,
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
      const current = accountIds.filter((id) => !stale.has(id))
      return [...current, ''].map((id) => statement.decode([id]))
    },
  }
  return { database, stale, steered, underWay: underWay as readonly SteeredBatch[] }
}

/** As the statement that reads accounts answers. */
const seenRow = (id: string): unknown[] => [id, '0', '0', 0, null, null, 'ideal@1', '1', false]
