/** `bun run bench`: what the server does in a second, beside what it is measured against. */
import { describeCommit, describeMachine } from './machine'
import { type Options, readOptions, USAGE } from './options'
import { report, resultsOf } from './report'
import { measure } from './rounds'

async function run(serverUrl: string, options: Options): Promise<void> {
  const beganAtMs = performance.now()
  const say = (line: string): void => {
    const seconds = ((performance.now() - beganAtMs) / 1_000).toFixed(0).padStart(4)
    console.error(`${seconds} s  ${line}`)
  }
  const measured = await measure(serverUrl, options, say)
  const results = resultsOf(measured, {
    machine: describeMachine(),
    bun: Bun.version,
    commit: describeCommit(),
  })
  console.log(options.json ? JSON.stringify(results, null, 2) : report(results, options))
}

/** Runs this file again with a throw-away PostgreSQL, which ends with it. */
function runWithPostgres(args: readonly string[]): Promise<number> {
  const again = 'BENCH_DATABASE_URL=$DATABASE_URL exec "$@"'
  return Bun.spawn(
    [
      ...['bash', `${import.meta.dir}/../.ci/postgres`, '--', 'bash', '-c', again, 'bench'],
      ...[process.execPath, import.meta.path, ...args],
    ],
    { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' },
  ).exited
}

async function main(args: readonly string[]): Promise<number> {
  let options: Options | 'help'
  try {
    options = readOptions(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return 2
  }
  if (options === 'help') {
    console.log(USAGE)
    return 0
  }
  const serverUrl = process.env.BENCH_DATABASE_URL
  if (serverUrl === undefined || serverUrl === '') return runWithPostgres(args)
  await run(serverUrl, options)
  return 0
}

process.exit(await main(process.argv.slice(2)))
