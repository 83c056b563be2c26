/** Instruments over HTTP. */
import { LIST_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { InstrumentService } from './service'
import { encodeInstrument, encodeInstruments, InstrumentSchema } from './wire'

export const instrumentEndpoints = (service: InstrumentService) =>
  [
    // [statuses.instruments]
    endpoint({
      id: 'listInstruments',
      method: 'GET',
      path: '/v1/instruments',
      tag: 'Instruments',
      summary: 'List or search the instruments',
      auth: 'bearer',
      query: InstrumentSchema.listQuery,
      answer: InstrumentSchema.list,
      refusals: ['invalid-cursor'],
      run({ query: { type, search, tradable, dayMarketTradable, limit, cursor } }) {
        const page = service.list({
          type: type ?? null,
          search: search ?? null,
          tradable: tradable ?? null,
          dayMarketTradable: dayMarketTradable ?? null,
          limit: limit ?? LIST_LIMIT_DEFAULT,
          cursor: cursor ?? null,
        })
        return isRefused(page) ? page : encodeInstruments(page)
      },
    }),
    // [instruments.one] [statuses.instrument]
    endpoint({
      id: 'getInstrument',
      method: 'GET',
      path: '/v1/instruments/:symbol',
      tag: 'Instruments',
      summary: 'Read one instrument',
      auth: 'bearer',
      params: InstrumentSchema.params,
      answer: InstrumentSchema.instrument,
      refusals: ['symbol-not-found'],
      run({ params }) {
        const found = service.find(params.symbol)
        return isRefused(found) ? found : encodeInstrument(found)
      },
    }),
  ] as const
