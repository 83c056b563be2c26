/**
 * The instruments that can be traded, kept in memory: every quote and every order asks for them.
 * What another process changes is seen after a few seconds; the desk reads the stored rows under
 * its lock.
 */
import type { Instrument } from '../core/instrument'
import type { MonotonicMs } from './clock'

const KEPT_FOR_MS = 5_000

export interface InstrumentDirectory {
  find(symbol: string): Instrument | undefined
  /** By symbol. */
  list(): readonly Instrument[]
  /** Reads the instruments anew, now. */
  refresh(): Promise<void>
}

export interface InstrumentDirectoryDeps {
  /** All of them, by symbol. */
  readonly load: () => Promise<readonly Instrument[]>
  readonly elapsedMs: MonotonicMs
  readonly failed: (error: unknown) => void
}

export async function openInstruments({
  load,
  elapsedMs,
  failed,
}: InstrumentDirectoryDeps): Promise<InstrumentDirectory> {
  let listed: readonly Instrument[] = []
  let bySymbol: ReadonlyMap<string, Instrument> = new Map()
  let readAtMs = elapsedMs()

  async function refresh(): Promise<void> {
    readAtMs = elapsedMs()
    listed = await load()
    bySymbol = new Map(listed.map((instrument) => [instrument.symbol, instrument]))
  }
  /** Answers from what is kept while it is read anew. */
  function keepFresh(): void {
    if (elapsedMs() - readAtMs > KEPT_FOR_MS) void refresh().catch(failed)
  }

  await refresh()
  return {
    refresh,
    find(symbol) {
      keepFresh()
      return bySymbol.get(symbol)
    },
    list() {
      keepFresh()
      return listed
    },
  }
}
