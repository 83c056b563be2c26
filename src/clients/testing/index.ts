/** `paper-brokerage/testing`: a whole brokerage for a bot's own tests. */
export type { Broker, BrokerClock, EventsSince } from './broker'
export type { ForcedHandle, WantedFault, WantedOutcome } from './forced'
export type { BrokerOptions } from './options'
export type { AddedAccount, AddedClient, TestClient } from './people'
export type { OfAccount, OfInstrument } from './reads'
export { startBroker } from './start-broker'
export type { PinnedSides, PlayedScenario, Tradable } from './steer'
export type { SavedBroker } from './time-machine'
