/**
 * What holds for every process of a test run, preloaded before its first file: the memory that it
 * may take, and how long a test may.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The collector sizes its heap by this, and not by the machine. */
const HEAP = { BUN_JSC_forceRAMSize: String(512 * 2 ** 20) }

/**
 * Bun's own 5 s are too few for a machine that does much else; no test waits for a time to pass.
 * A default that a preload sets holds for one file only, so each file gets it.
 */
const TEST_MS_MAX = 300_000

/** One may take 2.5 GB. */
const WORKERS_MAX = 4

/** Folders of tests that open no database, or one of their own: a server changes nothing there. */
const WITHOUT_DATABASE = ['core', 'examples', 'market', 'package', 'rulebook']

/** What a run of all files adds. On a PostgreSQL server they share a database, one by one. */
const ON_ALL_CORES = [`--parallel=${Math.min(availableParallelism(), WORKERS_MAX)}`, '--no-isolate']
const ON_A_SERVER = WITHOUT_DATABASE.map((folder) => `--path-ignore-patterns=test/${folder}/**`)

boundMemory()
Bun.plugin({
  name: 'deadline of a test',
  setup(build) {
    // On the file's first line, so that its lines keep their numbers.
    const first = `import { setDefaultTimeout as allow } from 'bun:test'; allow(${TEST_MS_MAX});`
    build.onLoad({ filter: /\.test\.tsx?$/ }, async ({ path }) => ({
      contents: `${first} ${await Bun.file(path).text()}`,
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
})

/**
 * Starts this process once more in its place, since the engine reads its heap's size as it starts.
 * Only Linux shows the arguments of `bun test`.
 */
function boundMemory(): void {
  const isSized = Object.keys(HEAP).every((variable) => variable in process.env)
  if (isSized || process.platform !== 'linux' || 'BUN_TEST_WORKER_ID' in process.env) return
  const args = readFileSync('/proc/self/cmdline', 'utf8').split('\0').slice(0, -1)
  const isWhole = args.slice(2).every((arg) => arg.startsWith('--reporter'))
  // What runs after the last test of a file has this deadline, and not the file's.
  if (!args.some((arg) => arg.startsWith('--timeout'))) args.push(`--timeout=${TEST_MS_MAX}`)
  if (isWhole) args.push(...(process.env.TEST_DATABASE_URL ? ON_A_SERVER : ON_ALL_CORES))
  process.execve?.(process.execPath, args, { ...process.env, ...HEAP })
}
