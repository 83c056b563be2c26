/**
 * Counts orders, or legs of conditional orders, by the instant of their expiry and by account.
 * There are few such instants: a close, an auction.
 */
export function expiryCounts() {
  const byInstant = new Map<number, Map<string, number>>()
  let nextMs: number | null = null
  return {
    get nextMs() {
      return nextMs
    },
    add(ms: number, accountId: string): void {
      const counts = byInstant.get(ms) ?? new Map<string, number>()
      if (counts.size === 0) byInstant.set(ms, counts)
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
      if (nextMs === null || ms < nextMs) nextMs = ms
    },
    remove(ms: number, accountId: string): void {
      const counts = byInstant.get(ms)
      const left = (counts?.get(accountId) ?? 0) - 1
      if (left > 0) counts?.set(accountId, left)
      else counts?.delete(accountId)
      if (counts?.size !== 0) return
      byInstant.delete(ms)
      if (ms === nextMs) nextMs = byInstant.size === 0 ? null : Math.min(...byInstant.keys())
    },
    /** The ids of accounts with orders that expire at the instant or before it. */
    accountsUntil: (atMs: number): readonly string[] => [
      ...new Set(
        [...byInstant].flatMap(([ms, counts]) => (ms <= atMs ? [...counts.keys()] : [])).toSorted(),
      ),
    ],
  }
}
