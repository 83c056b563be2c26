import type { Price, Quantity } from '../money'
import type { Session } from '../session'
import type { Instant } from '../time'
import type { FillProfile } from './fill-profile'
import type { Side } from './order'

/** An execution as it is kept and shown, with what is known of its order. */
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
  /** By whose rules (D13). */
  readonly fillProfile: FillProfile
}
