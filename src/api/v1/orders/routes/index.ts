/** Orders over HTTP. Two plugins, since a gate guards every route of its plugin. */
import { Elysia } from 'elysia'
import type { Gate } from '../../../pipeline/gate'
import type { OrderService } from '../service'
import { orderReadRoutes } from './read'
import { orderTradeRoutes } from './trade'

export const orderRoutes = (
  service: OrderService,
  gates: { readonly read: Gate; readonly trade: Gate },
) =>
  new Elysia({ name: 'api.orders', prefix: '/orders', tags: ['Orders'] })
    .use(orderTradeRoutes(service, gates.trade))
    .use(orderReadRoutes(service, gates.read))
