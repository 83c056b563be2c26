/**
 * What holds for every process of a test run, preloaded before its first file: the memory that it
 * may take, when the engine compiles, and how long a test may take.
 */
import { readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, relative, resolve } from 'node:path'

const ENGINE = {
  /** The collector sizes its heap by this, and not by the machine. */
  BUN_JSC_forceRAMSize: String(512 * 2 ** 20),
  /**
   * Ten times the engine's own: most of a test's code runs too briefly to repay the last compilers
   * of JavaScript and WebAssembly, which took a seventh of the time of test/api/v1.
   */
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '1000000',
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: '500000',
}

/**
 * Bun's own 5 s are too few for a machine that does much else; no test waits for a time to pass.
 * A default that a preload sets holds for one file only, so each file gets it.
 */
const TEST_MS_MAX = 300_000

/** One may take 2 GB. */
const WORKERS_MAX = 4

/** What a run of folders adds. On a PostgreSQL server their files share a database, one by one. */
const ON_ALL_CORES = [`--parallel=${Math.min(availableParallelism(), WORKERS_MAX)}`, '--no-isolate']

/** The modules through which tests reach the PostgreSQL server that TEST_DATABASE_URL names. */
const TO_THE_SERVER = ['test/support/database.ts', 'test/support/storage.ts']
/** Pages and documents are the same on each database, and the embedded folder is one of its own. */
const EMBEDDED_ALONE = [
  /^test\/(?:browser|api\/docs)\//,
  /^test\/drift\/openapi(?:\.client|\.examples)?\.test/,
  /\.folder\.test\.ts$/,
]

const loaderOf = (path: string): 'ts' | 'tsx' => (path.endsWith('x') ? 'tsx' : 'ts')

setUpEngine()
Bun.plugin({
  name: 'deadline of a test',
  setup(build) {
    // On the file's first line, so that its lines keep their numbers.
    const first = `import { setDefaultTimeout as allow } from 'bun:test'; allow(${TEST_MS_MAX});`
    build.onLoad({ filter: /\.test\.tsx?$/ }, async ({ path }) => ({
      contents: `${first} ${await Bun.file(path).text()}`,
      loader: loaderOf(path),
    }))
  },
})

/**
 * Starts this process once more in its place, since the engine reads its settings as it starts.
 * Only Linux shows the arguments of `bun test`.
 */
function setUpEngine(): void {
  const isSetUp = Object.keys(ENGINE).every((variable) => variable in process.env)
  if (isSetUp || process.platform !== 'linux' || 'BUN_TEST_WORKER_ID' in process.env) return
  const args = readFileSync('/proc/self/cmdline', 'utf8').split('\0').slice(0, -1)
  const paths = args.slice(2).filter((arg) => !arg.startsWith('--reporter'))
  const isWhole = paths.length === 0
  // What runs after the last test of a file has this deadline, and not the file's.
  if (!args.some((arg) => arg.startsWith('--timeout'))) args.push(`--timeout=${TEST_MS_MAX}`)
  if (process.env.TEST_DATABASE_URL) {
    if (isWhole) args.push(...withoutTheServer())
  } else if (paths.every(isFolder)) args.push(...ON_ALL_CORES)
  process.execve?.(process.execPath, args, { ...process.env, ...ENGINE })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Leaves out files that import nothing that reaches the server: a run without it tests them. */
function withoutTheServer(): readonly string[] {
  const importedBy = (path: string): readonly string[] =>
    new Bun.Transpiler({ loader: loaderOf(path) })
      .scanImports(readFileSync(path))
      .filter((imported) => imported.path.startsWith('.'))
      .map((imported) => relative('.', Bun.resolveSync(imported.path, resolve(dirname(path)))))
  const reachesServer = (path: string): boolean => {
    const reached = new Set([path])
    for (const each of reached) {
      if (each.startsWith('test/')) for (const next of importedBy(each)) reached.add(next)
    }
    return TO_THE_SERVER.some((module) => reached.has(module))
  }
  return [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync('.')]
    .filter((path) => EMBEDDED_ALONE.some((one) => one.test(path)) || !reachesServer(path))
    .map((path) => `--path-ignore-patterns=${path}`)
}
