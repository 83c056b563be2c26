/** Orders over HTTP. */
import { Elysia } from 'elysia'
import type { Gate } from '../../../pipeline/gate'
import type { OrderService } from '../service'
import { reading } from './reading'
import { trading } from './trading'

export interface OrderGates {
  readonly reading: Gate
  readonly trading: Gate
}

/** Two instances, since a gate is for a whole instance. */
export const orders = (service: OrderService, gates: OrderGates) =>
  new Elysia({ name: 'modules.orders', prefix: '/orders', tags: ['Orders'] })
    .use(trading(service, gates.trading))
    .use(reading(service, gates.reading))
