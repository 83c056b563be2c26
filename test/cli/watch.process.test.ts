/** `paper watch` as a process, beside a server that ends and starts again. */
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answered, openClient } from '../../src/clients/sdk'
import { patientFetch } from '../support/patient-fetch'
import { freePort } from '../support/ports'
import { PAPER } from '../support/programs'
import { CLIENT, killServers, startServer } from '../support/server-process'

const folder = mkdtempSync(join(tmpdir(), 'paper-watch-'))

afterEach(async () => {
  await killServers()
  rmSync(folder, { recursive: true, force: true })
})

function watch(url: string, ...args: readonly string[]) {
  const watching = Bun.spawn(
    [process.execPath, '--no-env-file', PAPER, 'watch', '--url', url, ...args],
    {
      env: {
        PATH: process.env.PATH ?? '',
        PAPER_CLIENT_ID: CLIENT.id,
        PAPER_CLIENT_SECRET: CLIENT.secret,
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  return { watching, lines: linesOf(watching.stdout) }
}

async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}

const place = (url: string, clientOrderId: string) => {
  const credentials = { clientId: CLIENT.id, clientSecret: CLIENT.secret }
  const client = openClient({ url, ...credentials, fetch: patientFetch })
  const order = { symbol: 'KO', side: 'BUY', orderType: 'MARKET', quantity: 1 } as const
  return answered(client.api.v1.orders.post({ ...order, clientOrderId }))
}

test('watch shows the events across a restart of the server, and ends with status 0 at Ctrl-C', async () => {
  const DATA_DIR = join(folder, 'paper')
  const settings = { DATA_DIR, PORT: String(await freePort()) }
  const first = startServer(settings)
  const url = await first.listening
  const { watching, lines } = watch(url, '--json', '--since', '0')
  const shown: unknown[] = []
  const read = async (count: number) => {
    while (shown.length < count) {
      const { value } = await lines.next()
      const { seq, event } = JSON.parse(value ?? 'null')
      shown.push([seq, event])
    }
  }
  await place(url, 'before')
  await read(2)
  await first.kill('SIGTERM')
  const second = startServer(settings)
  await place(await second.listening, 'after')
  await read(4)
  expect(shown).toEqual([
    [1, 'SUBMITTED'],
    [2, 'FILLED'],
    [3, 'SUBMITTED'],
    [4, 'FILLED'],
  ])
  watching.kill('SIGINT')
  expect(await watching.exited).toBe(0)
})
