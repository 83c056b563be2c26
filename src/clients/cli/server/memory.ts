/**
 * Bounds the memory of the server's process. The engine sizes its heap by the machine's memory, and
 * lets garbage of candles grow to more than 1 GiB. Only an environment variable sets another size,
 * and the engine reads it once, when the process starts.
 */
import { MEMORY_MIB } from '../../../server/config/operating'
import { readSetting } from '../../../server/config/setting'
import { ownProgram } from '../shared/process'

const HEAP_VARIABLE = 'BUN_JSC_forceRAMSize'
const MIB = 2 ** 20

/**
 * The heap's share. The program, the pages of the embedded database, and garbage take the rest.
 * bench:soak measures it.
 */
const HEAP_SHARE = 0.5

/** Whether a process can become another program and keep its id, its output and its signals. */
const canBecome = process.platform !== 'win32'

/**
 * Replaces this process with one whose heap is sized for MEMORY_MIB [run.memory]. It does nothing
 * if the heap is sized already, by this function or by the operator.
 */
export function boundMemory(args: readonly string[]): void {
  if (process.env[HEAP_VARIABLE] !== undefined || !canBecome) return
  const heapBytes = Math.round(readSetting(process.env, MEMORY_MIB, []) * HEAP_SHARE * MIB)
  const [file, ...entry] = ownProgram()
  // `execArgv` has the options of BUN_OPTIONS too.
  const { BUN_OPTIONS: _, ...env } = process.env
  process.execve?.(file, [file, ...process.execArgv, ...entry, ...args], {
    ...env,
    [HEAP_VARIABLE]: String(heapBytes),
  })
}
