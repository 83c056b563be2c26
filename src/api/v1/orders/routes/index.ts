/** Orders over HTTP. Two plugins, since a gate guards every route of its plugin. */
import { Elysia } from 'elysia'
import type { Gate } from '../../../pipeline/gate'
import type { OrderService } from '../service'
import { readRoutes } from './read'
import { tradeRoutes } from './trade'

export const orders = (
  service: OrderService,
  gates: { readonly read: Gate; readonly trade: Gate },
) =>
  new Elysia({ name: 'api.orders', prefix: '/orders', tags: ['Orders'] })
    .use(tradeRoutes(service, gates.trade))
    .use(readRoutes(service, gates.read))
