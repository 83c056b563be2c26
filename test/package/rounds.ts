/**
 * `bun run rounds`: twenty test files of a project apart, whose only dependency is the packed
 * package, one after the other and then in parallel, again and again. Each test has a broker of its
 * own; what a broker holds in the end must be the same byte for byte.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const HELP = `\
Runs the tests of a project apart in parallel, and compares what their brokers hold with a run of
one file after the other.

  bun run rounds [--rounds N] [--files N] [--workers N] [--json]

  --rounds   runs in parallel; 50 where it is left out
  --files    test files of three tests each; 20 where it is left out
  --workers  files at once; 6 where it is left out
  --json     prints the result as JSON, and nothing else

It ends with status 1 where a test fails, or where a round differs.`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    files: { type: 'string', default: '20' },
    workers: { type: 'string', default: '6' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(HELP) // tidy: this command is for people
  process.exit(0)
}
const ROOT = join(import.meta.dir, '../..')
const say = (line: string): void => {
  if (!values.json) console.log(line) // tidy: this command is for people
}

/** The seed, and with it the prices, differs from test to test. */
const testFile = (number: number): string => `
import { expect, test } from 'bun:test'
import { answered } from 'paper-brokerage/client'
import { startBroker } from 'paper-brokerage/testing'

const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'JPM', 'WMT']

for (const seed of [${number * 3}, ${number * 3 + 1}, ${number * 3 + 2}]) {
  test('orders of seed ' + seed, async () => {
    await using broker = await startBroker({ seed })
    const { orders } = broker.client.api.v1
    for (let at = 0; at < 12; at++) {
      const symbol = SYMBOLS[(seed + at) % SYMBOLS.length] ?? ''
      const side = at % 4 === 3 ? 'SELL' : 'BUY'
      const order = { clientOrderId: 'own-' + at, symbol, side, quantity: 1 + (seed * 7 + at) % 90 }
      // A refusal, of a SELL without a holding say, is a result too.
      await orders.post({ ...order, orderType: 'MARKET' })
      await broker.clock.advance('PT' + (1 + ((seed + at) % 40)) + 'S')
    }
    await broker.clock.nextOpen()
    await broker.clock.advance('PT5M')
    const held = {
      orders: await broker.orders(),
      fills: await broker.fills(),
      holdings: await broker.holdings(),
      balance: await broker.balance(),
      events: await broker.events(),
    }
    expect(held.fills.length).toBeGreaterThan(0)
    await Bun.write(process.env.HELD + '/' + seed + '.json', JSON.stringify(held))
  }, 600_000)
}
`

async function run(command: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { status: await child.exited, said: `${out}${err}`.trimEnd() }
}

async function must(command: readonly string[], cwd: string): Promise<void> {
  const { status, said } = await run(command, cwd)
  if (status !== 0) throw new Error(`${command.join(' ')}: ${said}`)
}

const files = Number(values.files)
const folder = await mkdtemp(join(tmpdir(), 'paper-rounds-'))
const bun = process.execPath

async function makeProject(): Promise<void> {
  await must([bun, 'pm', 'pack', '--destination', folder, '--quiet'], ROOT)
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  const dependencies = { 'paper-brokerage': `file:./${tarball}` }
  const project = { name: 'rounds', private: true, type: 'module', dependencies }
  await Bun.write(join(folder, 'package.json'), JSON.stringify(project))
  for (let number = 0; number < files; number++)
    await Bun.write(join(folder, `tests/${number}.test.ts`), testFile(number))
  await must([bun, 'install'], folder)
}

/** The hash of what the brokers of one run hold, and whether its tests passed. */
async function play(name: string, options: readonly string[]) {
  const held = join(folder, name)
  await mkdir(held)
  const { status, said } = await run([bun, 'test', ...options, './tests'], folder, { HELD: held })
  const hash = new Bun.CryptoHasher('sha256')
  const brokers = (await readdir(held)).toSorted()
  for (const each of brokers) hash.update(`${each}\n${await Bun.file(join(held, each)).text()}\n`)
  await rm(held, { recursive: true })
  return { status, said, brokers: brokers.length, hash: hash.digest('hex') }
}

try {
  await makeProject()
  const serial = await play('serial', [])
  const expected = files * 3
  if (serial.status !== 0 || serial.brokers !== expected) throw new Error(serial.said)
  say(`one after the other: ${serial.brokers} brokers, ${serial.hash.slice(0, 16)}`)
  let same = 0
  for (let round = 1; round <= Number(values.rounds); round++) {
    const played = await play(`round-${round}`, [`--parallel=${values.workers}`])
    const isSame = played.status === 0 && played.hash === serial.hash
    if (isSame) same++
    say(`round ${round}: ${isSame ? 'the same' : 'DIFFERENT'}`)
    if (!isSame) say(played.said)
  }
  const result = { rounds: Number(values.rounds), same, brokers: serial.brokers, hash: serial.hash }
  if (values.json)
    console.log(JSON.stringify(result)) // tidy: for machines
  else say(`${same} of ${result.rounds} rounds in parallel are the same`)
  process.exitCode = same === result.rounds ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
