/**
 * The embedded PostgreSQL without timers. When it falls idle it sets one of 10 s, to write its
 * statistics then. Such a timer keeps the process from ending, and keeps the whole memory of a
 * database that is closed, until it fires. Without it, a later command writes the statistics
 * [testkit.ends].
 */
import type { MemoryFS } from '@electric-sql/pglite'
import type { EmbeddedFiles } from './embedded-files'

type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Instantiate = (imports: Imports, instantiated: unknown) => unknown

/** The import by which the code asks for a timer. */
const SET_TIMER = '_setitimer_js'

/** Changes the files: a database that is opened on them has no timers. */
export function leaveOutTimers(files: EmbeddedFiles | MemoryFS): void {
  const init = files.init.bind(files)
  files.init = async (...given) => {
    const { emscriptenOpts } = await init(...given)
    const instantiate: Instantiate = emscriptenOpts.instantiateWasm
    const instantiateWasm: Instantiate = (imports, instantiated) =>
      instantiate(amended(imports), instantiated)
    return { emscriptenOpts: { ...emscriptenOpts, instantiateWasm } }
  }
}

/** The import is PGlite's inside: another version of it may have another. */
function amended({ env, ...others }: Imports): Imports {
  if (typeof env?.[SET_TIMER] !== 'function') {
    throw new Error('This version of PGlite has other timers than those that are left out here.')
  }
  return { ...others, env: { ...env, [SET_TIMER]: () => 0 } }
}
