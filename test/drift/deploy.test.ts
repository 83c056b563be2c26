/** The files of examples/deploy agree with the server and with each other. */
import { describe, expect, test } from 'bun:test'
import { readConfig, VARIABLES } from '../../src/server/config/config'

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

test('[run.cell-client] examples/deploy/cells agrees with the server, and each of its cells with its names', async () => {
  // safe: as above.
  const { services } = Bun.YAML.parse(await read('cells/compose.yaml')) as Compose
  for (const cell of ['a', 'b']) {
    const { environment } = services[cell] ?? {}
    expect(readConfig({ ...environment, ...CHOSEN })).toMatchObject({ config: { cell } })
    expect(environment?.DATABASE_URL).toContain(`@database-${cell}:`)
    expect(services.proxy?.environment).toHaveProperty(`PAPER_${cell.toUpperCase()}`)
    expect(await read('cells/haproxy.cfg')).toContain(`\nbackend cell_${cell}\n`)
  }
  const known = all(await read('cells/haproxy.cfg'), /^ {2}presetenv (\w+)/gm)
  expect(known).toEqual(expect.arrayContaining(Object.keys(services.proxy?.environment ?? {})))
  const asked = new Set(all(await read('cells/compose.yaml'), /\$\{(\w+)/g))
  expect(all(await read('cells/settings.env.example'), /^(\w+)=/gm).toSorted()).toEqual(
    [...asked].toSorted(),
  )
})

/** What compose.yaml asks for. */
const CHOSEN = {
  DATABASE_URL: 'postgres://paper:secret@database/paper',
  PAPER_CLIENT_SECRET: 'sk_test_0123456789abcdef',
  MARKET_SEED: '7',
  METRICS_KEY: 'metrics-key-0123456789',
  PUBLIC_URL: 'http://localhost:8080',
}

describe.each(['compose.yaml', 'cells/compose.yaml'])(
  '%s keeps to the Compose specification',
  (file) => {
    /** The attributes of a service that these files use, as the specification names them. */
    const SERVICE = [
      'image',
      'build',
      'restart',
      'stop_grace_period',
      'read_only',
      'tmpfs',
      'cap_drop',
      'security_opt',
      'environment',
      'healthcheck',
      'depends_on',
      'volumes',
      'ports',
      'command',
    ]
    const CONDITIONS = ['service_started', 'service_healthy', 'service_completed_successfully']
    const HEALTHCHECK = ['test', 'interval', 'timeout', 'retries', 'start_period']

    type Fields = Readonly<Record<string, unknown>>
    const fieldsOf = (value: unknown): Fields => Object(value)
    /** A list of names asks only that they have started. */
    const conditionsOf = (needed: unknown): readonly (readonly [string, unknown])[] =>
      Array.isArray(needed)
        ? needed.map((name) => [String(name), 'service_started'])
        : Object.entries(fieldsOf(needed)).map(([name, how]) => [name, fieldsOf(how).condition])
    const unknown = (value: unknown, known: readonly string[]): readonly string[] =>
      Object.keys(fieldsOf(value)).filter((name) => !known.includes(name))

    test('in its attributes', async () => {
      const document = fieldsOf(Bun.YAML.parse(await read(file)))
      const own = Object.keys(document).filter((name) => !name.startsWith('x-'))
      expect(own.filter((name) => !['name', 'services', 'volumes'].includes(name))).toEqual([])
      const services = Object.entries(fieldsOf(document.services))
      expect(services.length).toBeGreaterThan(2)
      for (const [name, service] of services) {
        const { healthcheck, build } = fieldsOf(service)
        expect([name, ...unknown(service, SERVICE)]).toEqual([name])
        expect([name, ...unknown(healthcheck, HEALTHCHECK)]).toEqual([name])
        expect([name, ...unknown(build, ['context', 'dockerfile'])]).toEqual([name])
      }
    })

    test('in what its services refer to', async () => {
      const { services, volumes } = fieldsOf(Bun.YAML.parse(await read(file)))
      for (const [name, service] of Object.entries(fieldsOf(services))) {
        const { depends_on: needed, volumes: mounted = [], image, build } = fieldsOf(service)
        expect([name, typeof image === 'string' || build !== undefined]).toEqual([name, true])
        for (const [other, condition] of conditionsOf(needed)) {
          expect(CONDITIONS).toContain(String(condition))
          const there = fieldsOf(fieldsOf(services)[other])
          expect([other, there.image !== undefined]).toEqual([other, true])
          if (condition === 'service_healthy') expect(there.healthcheck).toBeDefined()
        }
        for (const mount of Array.isArray(mounted) ? mounted : []) {
          const [source = ''] = String(mount).split(':')
          const isFile = source.startsWith('.') || source.startsWith('/')
          const isThere = isFile
            ? await Bun.file(new URL(source, `file://${FOLDER}${file}`)).exists()
            : Object.hasOwn(fieldsOf(volumes), source)
          expect([source, isThere]).toEqual([source, true])
        }
      }
    })
  },
)
