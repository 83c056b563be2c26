/**
 * The bound on the memory of the server's process. The engine's collector sizes its heap by the
 * memory of the machine, and lets garbage of candles grow to more than 1 GiB. It takes another size
 * from an environment variable alone, and reads that once, as the process starts.
 */

import { MEMORY_MIB } from '../../../server/config/operating'
import { readSetting } from '../../../server/config/setting'
import { ownProgram } from '../shared/process'

const HEAP_VARIABLE = 'BUN_JSC_forceRAMSize'
const MIB = 2 ** 20

/**
 * What lies outside of the sized heap: the program, the embedded database's own pages, and what was
 * freed since the last collection. bench:soak measures it.
 */
const HEAP_SHARE = 0.5

/** Whether a process can become another program, and keep its id, its output and its signals. */
const canBecome = process.platform !== 'win32'

/**
 * Starts this process once more in its place, with a heap sized for MEMORY_MIB. [run.memory]
 * It does nothing if that was done, or if the operator has sized the heap.
 */
export function boundMemory(args: readonly string[]): void {
  if (process.env[HEAP_VARIABLE] !== undefined || !canBecome) return
  const heapBytes = Math.round(readSetting(process.env, MEMORY_MIB, []) * HEAP_SHARE * MIB)
  const [file, ...entry] = ownProgram()
  // `execArgv` has what BUN_OPTIONS named as well.
  const { BUN_OPTIONS: _, ...env } = process.env
  process.execve?.(file, [file, ...process.execArgv, ...entry, ...args], {
    ...env,
    [HEAP_VARIABLE]: String(heapBytes),
  })
}
