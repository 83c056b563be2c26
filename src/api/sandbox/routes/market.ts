/** Quotes that stand, instruments that may not be traded, and the halt for all. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { jsonBody } from '../../pipeline/body'
import type { Gate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CALL, refusals } from '../../wire/refusal'
import { sentFields } from '../../wire/schemas'
import { decodeInstrumentChange, decodePin } from '../decode'
import { encodeControls, encodePin } from '../encode'
import { SandboxSchema } from '../schema'
import type { SandboxService } from '../service'

export const marketRoutes = (service: SandboxService, gate: Gate) =>
  new Elysia({ name: 'api.sandbox.market' })
    .use(gate)
    .put(
      '/quotes/:symbol',
      async ({ context, body, params }) => {
        const asked = decodePin(sentFields(body))
        if (isRefused(asked)) return context.refuse(asked)
        const pinned = await service.pin(params.symbol, asked)
        return context.answer(isRefused(pinned) ? pinned : encodePin(pinned))
      },
      {
        parse: jsonBody,
        params: SandboxSchema.symbolParams,
        body: SandboxSchema.pinQuote,
        response: {
          200: SandboxSchema.pin,
          ...refusals(...EVERY_CALL, ...EVERY_BODY, 'symbol-not-found', 'instrument-suspended'),
        },
        detail: {
          operationId: 'pinSandboxQuote',
          summary: 'Pin a quote',
          description:
            'It stands until it is released; orders are tried against it from the next tick on. ' +
            'The price is the tick halfway between bid and ask, and candles reach from the one ' +
            'to the other. In a replayed market it changes nothing on a date that the ' +
            'instrument has no bars for.',
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
        response: { 200: SandboxSchema.pin, ...refusals(...EVERY_CALL, 'symbol-not-found') },
        detail: { operationId: 'releaseSandboxQuote', summary: 'Release a pinned quote' },
      },
    )
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
          ...refusals(...EVERY_CALL, ...EVERY_BODY, 'symbol-not-found'),
        },
        detail: {
          operationId: 'changeSandboxInstrument',
          summary: 'Change which orders an instrument takes',
        },
      },
    )
    .put('/halt', async ({ context }) => context.answer(await service.halt(true)), {
      response: { 200: SandboxSchema.halt, ...refusals(...EVERY_CALL) },
      detail: { operationId: 'haltSandbox', summary: 'Halt placing for all accounts' },
    })
    .delete('/halt', async ({ context }) => context.answer(await service.halt(false)), {
      response: { 200: SandboxSchema.halt, ...refusals(...EVERY_CALL) },
      detail: { operationId: 'resumeSandbox', summary: 'Resume placing' },
    })
