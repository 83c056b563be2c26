/** Orders with all that the server keeps of them, which a list for clients leaves out. */
import { desc, eq } from 'drizzle-orm'
import type { Order } from '../../src/core/order/order'
import type { Database } from '../../src/postgres/database'
import { orders } from '../../src/postgres/schema/trading'

/** The account's, newest first. */
export const wholeOrders = ({ drizzle }: Database, accountId: string): Promise<Order[]> =>
  drizzle.select().from(orders).where(eq(orders.accountId, accountId)).orderBy(desc(orders.orderId))
