import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { listenAt } from '../../src/server/compose/control'
import { openApi } from '../support/api'
import { aFolder } from '../support/folders'
import { CLIENT_ID, CLIENT_SECRET } from '../support/trading-floor'
import { generateClient } from './rules/client-generator'

const ROOT = join(import.meta.dir, '../..')
const PROGRAM = Bun.file(join(import.meta.dir, 'generated-client/program.ts'))
/** The golden document, which is the one that a server answers with. */
const DOCUMENT = Bun.file(join(ROOT, 'test/golden/openapi.json'))
const TSCONFIG = {
  compilerOptions: {
    target: 'ESNext',
    module: 'Preserve',
    moduleResolution: 'bundler',
    lib: ['ESNext', 'DOM'],
    types: [],
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  },
}

const api = await openApi()
const folder = await aFolder()

beforeAll(async () => {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await Bun.write(join(folder, 'client.ts'), await generateClient(await DOCUMENT.json()))
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  await Bun.write(join(folder, 'program.ts'), PROGRAM)
  const mistaken = (await PROGRAM.text()).replace("'LIMIT'", "'LIMITED'")
  await Bun.write(join(folder, 'mistaken.ts'), mistaken)
  api.floor.feed.show('AAPL', '9.99', '10.01')
  listenAt(api.app, { hostname: '127.0.0.1', port: 0, keepAliveSeconds: 75 })
})
afterAll(() => api.app.stop())

describe('a client made of the document by openapi-typescript', () => {
  test('compiles under its program, and finds a mistake in it', async () => {
    const compiler = Bun.spawn(
      [process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'],
      { cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
    )
    const complaints = (await compiler.stdout.text()).trimEnd().split(/\n(?! )/)
    expect(complaints).toEqual([expect.stringMatching(/^mistaken\.ts.*LIMITED/)])
  })

  test('gets a token, places an order, reads it and its fills, and tells an error by its code', async () => {
    const { signedIn, place, read, refusalOf } = await import(join(folder, 'program.ts'))
    const client = await signedIn(api.app.server?.url.origin, CLIENT_ID, CLIENT_SECRET)
    const [orderId, status] = await place(client)
    expect(status).toBe('SUBMITTED')
    await api.floor.advance('PT1S')
    expect(await read(client, orderId)).toMatchObject({
      record: { status: 'FILLED', filledQuantity: 2, avgFillPrice: 10.01 },
      fills: [[2, 10.01]],
    })
    expect(await refusalOf(client, 'ord_none')).toEqual([404, 'order-not-found'])
  })
})
