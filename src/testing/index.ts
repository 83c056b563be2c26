/** `paper-brokerage/testing`: a whole brokerage for a bot's own tests. */
export type { Broker, ClockControls } from './broker'
export type { BrokerOptions } from './options'
export type { NewAccount, NewClient, TestClient } from './people'
export type { AccountOption, EventsOption, OrdersOption } from './reads'
export { startBroker } from './start-broker'
export type { PinnedSides, Tradable } from './steer'
