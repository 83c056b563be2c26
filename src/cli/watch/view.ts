/** How a watch is shown. */
import type { OrderEvent, StreamState } from '../../sdk'

/** A board on a terminal, or lines. */
export interface View {
  state(state: StreamState): void
  event(event: OrderEvent): void
  /** Rejects when what it must know besides cannot be had. */
  readonly failed: Promise<never>
  end(): void
}
