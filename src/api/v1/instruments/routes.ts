/** Instruments over HTTP. */
import { Elysia } from 'elysia'
import { LIST_LIMIT_DEFAULT } from '../../../core/limits'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeInstrument, encodeInstruments } from './encode'
import { InstrumentSchema } from './schema'
import type { InstrumentService } from './service'

export const instrumentRoutes = (service: InstrumentService, gate: Gate) =>
  new Elysia({ name: 'api.instruments', prefix: '/instruments', tags: ['Instruments'] })
    .use(gate)
    .get(
      '',
      ({ context, query: { type, search, tradable, dayMarketTradable, limit, cursor } }) => {
        const page = service.list({
          type: type ?? null,
          search: search ?? null,
          tradable: tradable ?? null,
          dayMarketTradable: dayMarketTradable ?? null,
          limit: limit ?? LIST_LIMIT_DEFAULT,
          cursor: cursor ?? null,
        })
        return 'refused' in page ? context.refuse(page) : context.answer(encodeInstruments(page))
      },
      {
        query: InstrumentSchema.listQuery,
        // [statuses.instruments]
        response: { 200: InstrumentSchema.list, ...refusals(...EVERY_CALL, 'invalid-cursor') },
        detail: { operationId: 'listInstruments', summary: 'List or search the instruments' },
      },
    )
    // [instruments.one]
    .get(
      '/:symbol',
      ({ context, params }) => {
        const found = service.find(params.symbol)
        return 'refused' in found ? context.refuse(found) : context.answer(encodeInstrument(found))
      },
      {
        params: InstrumentSchema.params,
        response: {
          200: InstrumentSchema.instrument,
          ...refusals(...EVERY_CALL, 'symbol-not-found'), // [statuses.instrument]
        },
        detail: { operationId: 'getInstrument', summary: 'Read one instrument' },
      },
    )
