/** The controls that faults and outcomes share: they list, find and remove what a test has set. */
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { Caller, NotTheirs } from './rights'

interface Forced {
  readonly match: { readonly clientId?: string }
}

type NotFound = Refused<'control-not-found'>

/** The stored records of one kind, of all clients. */
interface ForcedStore<T extends Forced> {
  /** Returns the records in the order in which they are tried. */
  readonly list: () => Promise<readonly T[]>
  readonly idOf: (record: T) => string
  /** Removes the record and ends its effect. Returns undefined if it was removed already. */
  readonly remove: (record: T) => Promise<T | undefined>
}

/** A client sees and sets records of its own requests alone; the key's holder all. */
export function forcedRecords<T extends Forced>(store: ForcedStore<T>) {
  const isTheirs = ({ clientId }: Caller, { match }: T): boolean =>
    clientId === undefined || match.clientId === clientId

  const list = async (caller: Caller): Promise<readonly T[]> =>
    (await store.list()).filter((record) => isTheirs(caller, record))

  async function find(caller: Caller, id: string): Promise<T | NotFound> {
    const record = (await list(caller)).find((one) => store.idOf(one) === id)
    return record ?? refused('control-not-found', { id })
  }

  async function remove(caller: Caller, id: string): Promise<T | NotFound> {
    const record = await find(caller, id)
    if (isRefused(record)) return record
    return (await store.remove(record)) ?? refused('control-not-found', { id })
  }

  async function removeAll(caller: Caller): Promise<readonly T[]> {
    const removed: T[] = []
    for (const record of await list(caller)) {
      const one = await store.remove(record)
      if (one !== undefined) removed.push(one)
    }
    return removed
  }

  /** Removes the caller's record of this id, so that a new one can take it. */
  async function freeId(caller: Caller, id: string | null): Promise<NotTheirs | undefined> {
    if (id === null) return undefined
    const record = (await store.list()).find((one) => store.idOf(one) === id)
    if (record === undefined) return undefined
    if (!isTheirs(caller, record)) return refused('account-mismatch')
    await store.remove(record)
    return undefined
  }

  return { list, find, remove, removeAll, freeId }
}

type ForcedRecords<T extends Forced> = Pick<
  ReturnType<typeof forcedRecords<T>>,
  'list' | 'find' | 'remove' | 'removeAll'
>

/** The same controls, whose answers are encoded. */
export function encodedRecords<T extends Forced, E extends object>(
  records: ForcedRecords<T>,
  encode: (record: T) => E,
) {
  const unlessRefused = (found: T | NotFound) => (isRefused(found) ? found : encode(found))
  return {
    list: async (caller: Caller) => (await records.list(caller)).map(encode),
    find: async (caller: Caller, id: string) => unlessRefused(await records.find(caller, id)),
    remove: async (caller: Caller, id: string) => unlessRefused(await records.remove(caller, id)),
    removeAll: async (caller: Caller) => (await records.removeAll(caller)).map(encode),
  }
}
