import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlSocketOf, openControl } from '../../src/server/control-socket'

const folder = mkdtempSync(join(tmpdir(), 'paper-control-'))
const unix = controlSocketOf(folder)
afterAll(() => rmSync(folder, { recursive: true }))

const echo = async (args: readonly string[]) => ({ ok: true, text: args.join(' ') })
const ask = (args: unknown) =>
  fetch('http://localhost/', { unix, method: 'POST', body: JSON.stringify(args) })

test('[key.running-server] the control socket takes arguments and gives the answer', async () => {
  const control = await openControl(folder, echo)
  expect(await (await ask(['rotate', 'pk_1'])).json()).toEqual({ ok: true, text: 'rotate pk_1' })
  await control.close()
})

test('the control socket reports a failure as one line', async () => {
  const control = await openControl(folder, async () => {
    throw new Error('first\nsecond')
  })
  expect(await (await ask([])).json()).toEqual({ ok: false, text: 'The server failed: first' })
  await control.close()
})

test.each([[{ command: 'list' }], [[1]], [null]])('the control socket refuses %j', async (args) => {
  const control = await openControl(folder, echo)
  expect((await ask(args)).status).toBe(400)
  await control.close()
})

test('the control socket answers requests that came before its end', async () => {
  const received = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const control = await openControl(folder, async (args) => {
    received.resolve()
    await held.promise
    return echo(args)
  })
  const answer = ask(['list'])
  await received.promise
  const closed = control.close()
  held.resolve()
  expect(await (await answer).json()).toEqual({ ok: true, text: 'list' })
  await closed
})

test('a connection without a request does not keep the control socket open', async () => {
  const control = await openControl(folder, echo)
  const closed = Promise.withResolvers<void>()
  await Bun.connect({ unix, socket: { data() {}, close: () => closed.resolve() } })
  await control.close()
  await closed.promise
})

test('a folder that cannot hold a control socket is reported, and is no error', async () => {
  const control = await openControl(join(folder, 'none'), echo)
  expect(control.fault).toContain('control.sock cannot be made: ')
  await control.close()
})
