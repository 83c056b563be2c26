import type { Price, Quantity } from '../money'
import type { Session } from '../session'
import type { Instant } from '../time'
import type { FillOrigin } from './fill-profile'
import type { Side } from './order'

/** An execution with its id, its time and its order's terms [fill.fields]. */
export interface Fill {
  readonly fillId: string
  readonly orderId: string
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
  readonly session: Session
  readonly filledAt: Instant
  /** The rules that made the fill. */
  readonly fillProfile: FillOrigin
}
