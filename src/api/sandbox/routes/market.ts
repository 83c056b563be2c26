/** Pins quotes, changes instruments, and halts trading for all. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { jsonBody } from '../../pipeline/body'
import type { SandboxGate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CONTROL, refusals } from '../../wire/refusal'
import { sentFields } from '../../wire/schemas'
import { decodeInstrumentChange, decodePin } from '../decode'
import { encodeControls, encodePin } from '../encode'
import { LOOKING, SandboxSchema, STEERING } from '../schema'
import type { SandboxService } from '../service'

/** Two plugins, since a gate guards every route of its plugin. */
export const sandboxMarketRoutes = (
  service: SandboxService,
  gates: { readonly read: SandboxGate; readonly trade: SandboxGate },
) =>
  new Elysia({ name: 'api.sandbox.market' })
    .use(readRoutes(service, gates.read))
    .use(steerRoutes(service, gates.trade))

const readRoutes = (service: SandboxService, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.market.reading', detail: LOOKING })
    .use(gate)
    .get('/quotes', ({ context }) => context.answer({ quotes: service.pins().map(encodePin) }), {
      response: { 200: SandboxSchema.pins, ...refusals(...EVERY_CONTROL) },
      detail: { operationId: 'listSandboxQuotes', summary: 'List the quotes that are pinned now' },
    })

const steerRoutes = (service: SandboxService, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.market.steering', detail: STEERING })
    .use(gate)
    .put(
      '/quotes/:symbol',
      async ({ context, body, params }) => {
        const pin = decodePin(sentFields(body))
        if (isRefused(pin)) return context.refuse(pin)
        const pinned = await service.pin(params.symbol, pin)
        return context.answer(isRefused(pinned) ? pinned : encodePin(pinned))
      },
      {
        parse: jsonBody,
        params: SandboxSchema.symbolParams,
        body: SandboxSchema.pinQuote,
        response: {
          200: SandboxSchema.pin,
          ...refusals(...EVERY_CONTROL, ...EVERY_BODY, 'symbol-not-found', 'instrument-suspended'),
        },
        detail: {
          operationId: 'pinSandboxQuote',
          summary: 'Pin a quote',
          description:
            'It stays until it is released; orders are tried against it from the next tick on. ' +
            'The price is the tick halfway between bid and ask, and candles reach from bid to ' +
            'ask. In a replayed market it changes nothing on a date without bars of the ' +
            'instrument.',
        },
      },
    )
    .delete(
      '/quotes/:symbol',
      async ({ context, params }) => {
        const released = await service.release(params.symbol)
        return context.answer(isRefused(released) ? released : { ...released, pinned: false })
      },
      {
        params: SandboxSchema.symbolParams,
        response: { 200: SandboxSchema.pin, ...refusals(...EVERY_CONTROL, 'symbol-not-found') },
        detail: { operationId: 'releaseSandboxQuote', summary: 'Release a pinned quote' },
      },
    )
    // [sandbox.instruments]
    .put(
      '/instruments/:symbol',
      async ({ context, body, params }) => {
        const change = decodeInstrumentChange(sentFields(body))
        if (isRefused(change)) return context.refuse(change)
        const changed = await service.changeInstrument(params.symbol, change)
        return context.answer(isRefused(changed) ? changed : encodeControls(changed))
      },
      {
        parse: jsonBody,
        params: SandboxSchema.symbolParams,
        body: SandboxSchema.changeInstrument,
        response: {
          200: SandboxSchema.instrument,
          ...refusals(...EVERY_CONTROL, ...EVERY_BODY, 'symbol-not-found'),
        },
        detail: {
          operationId: 'changeSandboxInstrument',
          summary: 'Change which orders an instrument takes',
        },
      },
    )
    // [sandbox.halt]
    .put('/halt', async ({ context }) => context.answer(await service.halt(true)), {
      response: { 200: SandboxSchema.halt, ...refusals(...EVERY_CONTROL) },
      detail: { operationId: 'haltSandbox', summary: 'Halt placing for all accounts' },
    })
    .delete('/halt', async ({ context }) => context.answer(await service.halt(false)), {
      response: { 200: SandboxSchema.halt, ...refusals(...EVERY_CONTROL) },
      detail: { operationId: 'resumeSandbox', summary: 'Resume placing' },
    })
