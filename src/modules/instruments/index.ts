/** Instruments over HTTP. */
import { Elysia } from 'elysia'
import { isRefused } from '../../core/refusals'
import type { Gate } from '../../http/plugins/gate'
import { EVERY_CALL, refusals } from '../../http/refuse'
import { InstrumentModel, instrumentView } from './model'
import type { InstrumentService } from './service'

export const instruments = (service: InstrumentService, gate: Gate) =>
  new Elysia({ name: 'modules.instruments', prefix: '/instruments', tags: ['Instruments'] })
    .use(gate)
    .get(
      '/:symbol',
      ({ call, params }) => {
        const found = service.find(params.symbol)
        return call.answer(isRefused(found) ? found : instrumentView(found))
      },
      {
        params: InstrumentModel.params,
        response: {
          200: InstrumentModel.instrument,
          ...refusals(...EVERY_CALL, 'symbol-not-found'),
        },
        detail: { operationId: 'getInstrument', summary: 'Read one instrument' },
      },
    )
