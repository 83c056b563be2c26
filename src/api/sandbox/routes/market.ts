/** Pins quotes, changes instruments, and halts trading for all. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../pipeline/endpoint'
import { sentFields } from '../../wire/schemas'
import { decodeInstrumentChange, decodePin } from '../decode'
import { encodeControls, encodePin } from '../encode'
import { LOOK, SandboxSchema, STEER } from '../schema'
import type { SandboxService } from '../service'

const QUOTE = {
  ...STEER,
  path: '/sandbox/quotes/:symbol',
  params: SandboxSchema.symbolParams,
  answer: SandboxSchema.pin,
} as const
const HALT = { ...STEER, path: '/sandbox/halt', answer: SandboxSchema.halt } as const

export const sandboxMarketEndpoints = (service: SandboxService) =>
  [
    endpoint({
      ...LOOK,
      id: 'listSandboxQuotes',
      method: 'GET',
      path: '/sandbox/quotes',
      summary: 'List the quotes that are pinned now',
      answer: SandboxSchema.pins,
      run: () => ({ quotes: service.pins().map(encodePin) }),
    }),
    endpoint({
      ...QUOTE,
      id: 'pinSandboxQuote',
      method: 'PUT',
      summary: 'Pin a quote',
      description:
        'It stays until it is released; orders are tried against it from the next tick on. ' +
        'The price is the tick halfway between bid and ask, and candles reach from bid to ' +
        'ask. In a replayed market it changes nothing on a date without bars of the ' +
        'instrument.',
      body: SandboxSchema.pinQuote,
      refusals: ['symbol-not-found', 'instrument-suspended'],
      read: ({ body }) => decodePin(sentFields(body)),
      async run({ params, input }) {
        const pinned = await service.pin(params.symbol, input)
        return isRefused(pinned) ? pinned : encodePin(pinned)
      },
    }),
    endpoint({
      ...QUOTE,
      id: 'releaseSandboxQuote',
      method: 'DELETE',
      summary: 'Release a pinned quote',
      refusals: ['symbol-not-found'],
      async run({ params }) {
        const released = await service.release(params.symbol)
        return isRefused(released) ? released : { ...released, pinned: false }
      },
    }),
    // [sandbox.instruments]
    endpoint({
      ...STEER,
      id: 'changeSandboxInstrument',
      method: 'PUT',
      path: '/sandbox/instruments/:symbol',
      summary: 'Change which orders an instrument takes',
      params: SandboxSchema.symbolParams,
      body: SandboxSchema.changeInstrument,
      answer: SandboxSchema.instrument,
      refusals: ['symbol-not-found'],
      read: ({ body }) => decodeInstrumentChange(sentFields(body)),
      async run({ params, input }) {
        const changed = await service.changeInstrument(params.symbol, input)
        return isRefused(changed) ? changed : encodeControls(changed)
      },
    }),
    // [sandbox.halt]
    endpoint({
      ...HALT,
      id: 'haltSandbox',
      method: 'PUT',
      summary: 'Halt placing for all accounts',
      run: () => service.halt(true),
    }),
    endpoint({
      ...HALT,
      id: 'resumeSandbox',
      method: 'DELETE',
      summary: 'Resume placing',
      run: () => service.halt(false),
    }),
  ] as const
