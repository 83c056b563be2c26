/** The files of examples/deploy agree with the server and with each other. */
import { expect, test } from 'bun:test'
import { VARIABLES } from '../../src/server/config/config'

const FOLDER = new URL('../../examples/deploy/', import.meta.url).pathname
const read = (name: string): Promise<string> => Bun.file(`${FOLDER}${name}`).text()
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>
        readonly stop_grace_period?: string
      }
    >
  >
}

test('compose.yaml, the Dockerfile and the unit of systemd set only variables that there are', async () => {
  // safe: a wrong shape shows no variables, and the test fails.
  const { services } = Bun.YAML.parse(await read('compose.yaml')) as Compose
  const set = [
    ...Object.keys(services.one?.environment ?? {}),
    ...all((await read('Dockerfile')).replace(/\\\n/g, ''), /(?<=^ENV .*)\b([A-Z_]+)=/gm),
    ...all(await read('paper-brokerage.service'), /^Environment=([A-Z_]+)=/gm),
  ]
  expect(set.length).toBeGreaterThan(8)
  expect(set.filter((name) => !VARIABLES.includes(name))).toEqual([])
  expect(services.two).toEqual(services.one ?? {})
})

test('settings.env.example has each variable that compose.yaml asks for', async () => {
  const asked = new Set(all(await read('compose.yaml'), /\$\{(\w+)/g))
  expect(all(await read('settings.env.example'), /^(\w+)=/gm).toSorted()).toEqual(
    [...asked].toSorted(),
  )
})

test('compose.yaml tells the proxy where both servers are, by the variables of haproxy.cfg', async () => {
  // safe: as above.
  const { services } = Bun.YAML.parse(await read('compose.yaml')) as Compose
  const known = all(await read('haproxy.cfg'), /^ {2}presetenv (\w+)/gm)
  expect(known).toEqual(expect.arrayContaining(Object.keys(services.proxy?.environment ?? {})))
})

test('[run.drain] a container and a service are given the time to end', async () => {
  // safe: as above.
  const { services } = Bun.YAML.parse(await read('compose.yaml')) as Compose
  const { environment, stop_grace_period } = services.one ?? {}
  const drainSeconds = Number(environment?.DRAIN_MS) / 1_000
  expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(drainSeconds + 10)
  const [timeout] = all(await read('paper-brokerage.service'), /^TimeoutStopSec=(\d+)$/gm)
  expect(Number(timeout)).toBeGreaterThan(60 + 10)
})
