/** Orders over HTTP. Two plugins, since a gate guards every route of its plugin. */
import { Elysia } from 'elysia'
import type { Gate } from '../../../pipeline/gate'
import { OrderSchema } from '../schema'
import type { OrderService } from '../service'
import { orderReadRoutes } from './read'
import { orderCancelRoutes, orderPlaceRoutes } from './trade'

export const orderRoutes = (
  service: OrderService,
  gates: {
    readonly read: Gate
    readonly trade: Gate
    readonly tradeWith: (seed: string, body: typeof OrderSchema.place) => Gate
  },
) =>
  new Elysia({ name: 'api.orders', prefix: '/orders', tags: ['Orders'] })
    .use(orderPlaceRoutes(service, gates.tradeWith('place', OrderSchema.place)))
    .use(orderCancelRoutes(service, gates.trade))
    .use(orderReadRoutes(service, gates.read))
