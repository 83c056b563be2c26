/** A number of clients that each ask again as soon as they are answered. */
import type { MonotonicMs } from '../../../market/clock'

export interface MeasuredLoad {
  readonly what: string
  readonly perSecond: number
  /** Milliseconds that half of the requests, and 99 of 100, were answered within. */
  readonly medianMs: number
  readonly p99Ms: number
}

export interface Load {
  readonly what: string
  /** Counts up from 0, over all clients. */
  readonly ask: (count: number) => Promise<unknown>
}

export async function measureLoad(
  { what, ask }: Load,
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
  elapsedMs: MonotonicMs,
): Promise<MeasuredLoad> {
  const waitedMs: number[] = []
  const beganMs = elapsedMs()
  const endsMs = beganMs + seconds * 1_000
  let count = 0
  async function client(): Promise<void> {
    for (let askedMs = elapsedMs(); askedMs < endsMs; ) {
      await ask(count++)
      const answeredMs = elapsedMs()
      waitedMs.push(answeredMs - askedMs)
      askedMs = answeredMs
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const tookSeconds = (elapsedMs() - beganMs) / 1_000
  const sorted = waitedMs.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  return { what, perSecond: waitedMs.length / tookSeconds, medianMs: at(0.5), p99Ms: at(0.99) }
}
