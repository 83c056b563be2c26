/** Loaded into a server before its program. At SIGUSR2 it prints what a collection leaves. */
import { heapStats } from 'bun:jsc'

const KINDS_SHOWN = 12
const MIB = 2 ** 20

process.on('SIGUSR2', () => {
  Bun.gc(true)
  const { heapSize, objectCount, objectTypeCounts } = heapStats()
  const kinds = Object.entries(objectTypeCounts)
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, KINDS_SHOWN)
  console.log(
    `heap ${(heapSize / MIB).toFixed(1)} MiB, ${objectCount} objects: ` +
      kinds.map(([kind, count]) => `${kind} ${count}`).join(', '),
  )
})
