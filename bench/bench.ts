/** `bun run bench`: what the server does in a second, beside what it is measured against. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContestTurns } from './contest'
import { openDatabases } from './databases'
import { describeCommit, describeMachine } from './machine'
import { type Options, readOptions, USAGE } from './options'
import { picture } from './picture'
import { report } from './report'
import { type Results, resultsOf } from './results'
import { SUITES } from './suites'

async function run(serverUrl: string, options: Options): Promise<void> {
  const beganAtMs = performance.now()
  const say = (line: string): void => {
    const seconds = ((performance.now() - beganAtMs) / 1_000).toFixed(0).padStart(4)
    console.error(`${seconds} s  ${line}`)
  }
  const results = await measure(serverUrl, options, say)
  console.log(options.json ? JSON.stringify(results, null, 2) : report(results))
  if (options.out === null) return
  await mkdir(options.out, { recursive: true })
  await Bun.write(join(options.out, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
  await Bun.write(join(options.out, 'results.svg'), picture(results))
}

async function measure(
  serverUrl: string,
  options: Options,
  say: (line: string) => void,
): Promise<Results> {
  say('making two databases with 1,000 accounts each …')
  const databases = await openDatabases(serverUrl)
  try {
    const bench = { databases, postgres: databases.meters, rounds: options, say }
    const contests: ContestTurns[] = []
    for (const suite of options.suites) contests.push(...(await SUITES[suite](bench)))
    const { described: database } = databases
    const software = { bun: Bun.version, commit: describeCommit(), database }
    return resultsOf(contests, { machine: describeMachine(), ...software }, options)
  } finally {
    await databases.drop()
  }
}

/** Runs this file again with a throw-away PostgreSQL, which ends with it. */
function runWithPostgres(args: readonly string[]): Promise<number> {
  const again = 'BENCH_DATABASE_URL=$DATABASE_URL exec "$@"'
  return Bun.spawn(
    [
      'bash',
      `${import.meta.dir}/../.ci/postgres`,
      '--',
      'bash',
      '-c',
      again,
      'bench',
      process.execPath,
      import.meta.path,
      ...args,
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
