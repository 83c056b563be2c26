/** The sandbox over HTTP, outside the contract and only with SANDBOX=on [sandbox.outside]. */
import { isRefused } from '../../core/refusals'
import { encoded, endpoint } from '../../http/endpoint'
import { noteKoreanTimes } from '../../http/request'
import { decodeInitialCash, sentFields } from '../../http/wire/schemas'
import { encodeReset } from '../wire/reset'
import { LOOK, STEER } from './clients'
import {
  decodeClockChange,
  decodeInstrumentChange,
  decodeNewAccount,
  decodeNewClient,
  decodePin,
  decodeRewind,
} from './decode'
import { sandboxFaultEndpoints, sandboxOutcomeEndpoints } from './forced/routes'
import type { SandboxService } from './service'
import {
  ClockSchema,
  encodeClock,
  encodeControls,
  encodeMadeAccount,
  encodeMadeClient,
  encodeMovedClock,
  encodePin,
  encodeReport,
  encodeSnapshot,
  SandboxSchema,
  ScenarioSchema,
} from './wire'

/** Reads and moves the clock. */
const sandboxClockEndpoints = (service: SandboxService) =>
  [
    endpoint({
      ...LOOK,
      id: 'getSandboxClock',
      method: 'GET',
      path: '/sandbox/clock',
      summary: "Read the market's clock",
      answer: ClockSchema.clock,
      run: () => encodeClock(service.clock.read()),
    }),
    endpoint({
      ...STEER,
      id: 'moveSandboxClock',
      method: 'POST',
      path: '/sandbox/clock',
      summary: 'Advance the market, or set its speed',
      description:
        'Takes exactly one of the three fields. Answers when every tick and every session ' +
        'boundary up to the new time has been carried out, in order, and committed; ' +
        '`GET /sandbox/clock` shows the progress. When the client disconnects, the clock stops ' +
        'after its current step.',
      body: ClockSchema.moveClock,
      answer: ClockSchema.movedClock,
      refusals: ['clock-not-simulated', 'clock-backwards', 'server-stopping'],
      read: ({ body }) => decodeClockChange(sentFields(body)),
      async run({ client, body, input, headers, http, request }) {
        noteKoreanTimes(headers, [sentFields(body).to]) // [time.assumed]
        // An advance may take longer than an idle connection may.
        http.server()?.timeout(request, 0)
        const moved = await service.clock.change(client, input, request.signal)
        return isRefused(moved) ? moved : encodeMovedClock(moved)
      },
    }),
  ] as const

const QUOTE = {
  ...STEER,
  path: '/sandbox/quotes/:symbol',
  params: SandboxSchema.symbolParams,
  answer: SandboxSchema.pin,
} as const
const HALT = { ...STEER, path: '/sandbox/halt', answer: SandboxSchema.halt } as const

/** Pins quotes, and changes instruments. */
const instrumentEndpoints = (service: SandboxService) =>
  [
    endpoint({
      ...LOOK,
      id: 'listSandboxQuotes',
      method: 'GET',
      path: '/sandbox/quotes',
      summary: 'List the quotes that are pinned now',
      answer: SandboxSchema.pins,
      run: () => ({ quotes: service.pins().map(encodePin) }),
    }),
    endpoint({
      ...QUOTE,
      id: 'pinSandboxQuote',
      method: 'PUT',
      summary: 'Pin a quote',
      description:
        'It stays until it is released; orders are tried against it from the next tick on. ' +
        'The price is the tick halfway between bid and ask, and candles reach from bid to ' +
        'ask. In a replayed market it changes nothing on a date without bars of the ' +
        'instrument.',
      body: SandboxSchema.pinQuote,
      refusals: ['symbol-not-found', 'instrument-suspended'],
      read: ({ body }) => decodePin(sentFields(body)),
      run: ({ params, input }) => encoded(service.pin(params.symbol, input), encodePin),
    }),
    endpoint({
      ...QUOTE,
      id: 'releaseSandboxQuote',
      method: 'DELETE',
      summary: 'Release a pinned quote',
      refusals: ['symbol-not-found'],
      async run({ params }) {
        const released = await service.release(params.symbol)
        return isRefused(released) ? released : { ...released, pinned: false }
      },
    }),
    // [sandbox.instruments]
    endpoint({
      ...STEER,
      id: 'changeSandboxInstrument',
      method: 'PUT',
      path: '/sandbox/instruments/:symbol',
      summary: 'Change which orders an instrument takes',
      params: SandboxSchema.symbolParams,
      body: SandboxSchema.changeInstrument,
      answer: SandboxSchema.instrument,
      refusals: ['symbol-not-found'],
      read: ({ body }) => decodeInstrumentChange(sentFields(body)),
      run: ({ params, input }) =>
        encoded(service.changeInstrument(params.symbol, input), encodeControls),
    }),
  ] as const

/** Halts all trading. */
const haltEndpoints = (service: SandboxService) =>
  [
    // [sandbox.halt]
    endpoint({
      ...HALT,
      id: 'haltSandbox',
      method: 'PUT',
      summary: 'Halt placing for all accounts',
      run: () => service.halt(true),
    }),
    endpoint({
      ...HALT,
      id: 'resumeSandbox',
      method: 'DELETE',
      summary: 'Resume placing',
      run: () => service.halt(false),
    }),
  ] as const

const LOCK = {
  ...STEER,
  path: '/sandbox/accounts/:accountId/lock',
  params: SandboxSchema.accountParams,
  answer: SandboxSchema.lock,
  refusals: ['account-mismatch'],
} as const

/** Resets, locks and unlocks accounts of the client. */
const sandboxAccountEndpoints = (service: SandboxService) =>
  [
    // [sandbox.reset]
    endpoint({
      ...STEER,
      id: 'resetSandboxAccount',
      method: 'POST',
      path: '/sandbox/accounts/:accountId/reset',
      summary: 'Reset an account',
      description:
        'Cancels its open orders, clears its holdings and sets its cash, as one change. Its ' +
        'history stays readable, and its clientOrderIds stay taken.',
      params: SandboxSchema.accountParams,
      body: SandboxSchema.resetAccount,
      bodyKind: 'json-or-nothing',
      answer: SandboxSchema.reset,
      refusals: ['account-mismatch'],
      read: ({ body }) => decodeInitialCash(sentFields(body).cash),
      run: ({ client, params, input }) =>
        encoded(service.reset(client, params.accountId, input.cash), encodeReset),
    }),
    // [sandbox.lock]
    endpoint({
      ...LOCK,
      id: 'lockSandboxAccount',
      method: 'PUT',
      summary: 'Lock an account for placing',
      run: ({ client, params }) => service.lock(client, params.accountId, true),
    }),
    endpoint({
      ...LOCK,
      id: 'unlockSandboxAccount',
      method: 'DELETE',
      summary: 'Unlock an account',
      run: ({ client, params }) => service.lock(client, params.accountId, false),
    }),
  ] as const

const MAKE = { ...STEER, method: 'POST', bodyKind: 'json-or-nothing' } as const

/** Makes accounts and clients for a test [sandbox.accounts]. */
const sandboxClientEndpoints = ({ clients }: SandboxService) =>
  [
    endpoint({
      ...MAKE,
      id: 'makeSandboxAccount',
      path: '/sandbox/accounts',
      summary: 'Make an account',
      description:
        'One more account for a client, which can use it at once here, and within 5 s ' +
        'through other servers of the database. A client with several names one in ' +
        'X-Service-Account-Id.',
      body: SandboxSchema.newAccount,
      answer: SandboxSchema.madeAccount,
      read: ({ body }) => decodeNewAccount(sentFields(body)),
      run: ({ client, input }) => encoded(clients.makeAccount(client, input), encodeMadeAccount),
    }),
    endpoint({
      ...MAKE,
      id: 'makeSandboxClient',
      path: '/sandbox/clients',
      summary: 'Make a client',
      description:
        'It has a secret, which is shown once, and new accounts, existing accounts, or none.',
      body: SandboxSchema.newClient,
      answer: SandboxSchema.madeClient,
      refusals: ['account-mismatch'],
      read: ({ body }) => decodeNewClient(sentFields(body)),
      run: ({ client, input }) => encoded(clients.makeClient(client, input), encodeMadeClient),
    }),
  ] as const

const TURN = { ...STEER, method: 'POST' } as const

/** Saves and restores the whole broker [snapshot.save] [snapshot.rewind]. */
const sandboxSnapshotEndpoints = ({ snapshots }: SandboxService) =>
  [
    endpoint({
      ...TURN,
      id: 'saveSandboxSnapshot',
      path: '/sandbox/snapshots',
      summary: 'Save the whole broker',
      description:
        'Accounts, orders, fills, events, holdings, the clock, pins, halts and states of ' +
        'instruments. It is kept in memory, the newest hundred, until the server ends. With ' +
        'a token all accounts must be its client’s own.',
      answer: SandboxSchema.snapshot,
      refusals: ['account-mismatch'],
      run: ({ client }) => encoded(snapshots.save(client), encodeSnapshot),
    }),
    endpoint({
      ...TURN,
      id: 'restoreSandboxSnapshot',
      path: '/sandbox/snapshots/:snapshotId/restore',
      summary: 'Restore a snapshot',
      description:
        'Everything since is gone, accounts and fills alike; clients and their tokens stay. ' +
        'Open streams are closed with 1012. It can be restored again.',
      params: SandboxSchema.snapshotParams,
      answer: ClockSchema.clock,
      refusals: ['account-mismatch', 'snapshot-not-found'],
      run: ({ client, params }) =>
        encoded(snapshots.restore(client, params.snapshotId), encodeClock),
    }),
    endpoint({
      ...TURN,
      id: 'rewindSandbox',
      path: '/sandbox/rewind',
      summary: 'Take the market back',
      description:
        'The clock goes back, every account is as it was made, and no quote is pinned: a ' +
        'backtest runs again over the same bars. Open streams are closed with 1012.',
      body: SandboxSchema.rewind,
      bodyKind: 'json-or-nothing',
      answer: ClockSchema.clock,
      refusals: ['account-mismatch', 'clock-not-simulated'],
      read: ({ body }) => decodeRewind(sentFields(body)),
      async run({ client, body, input, headers }) {
        noteKoreanTimes(headers, [sentFields(body).to]) // [time.assumed]
        const rewound = await snapshots.rewind(client, input.to)
        return isRefused(rewound) ? rewound : encodeClock(rewound)
      },
    }),
  ] as const

const SCENARIO = { path: '/sandbox/scenarios', answer: ScenarioSchema.report } as const

/** Plays a scenario, and reports its rows [scenario.run]. */
const sandboxScenarioEndpoints = ({ scenario }: SandboxService) =>
  [
    endpoint({
      ...STEER,
      ...SCENARIO,
      id: 'beginSandboxScenario',
      method: 'POST',
      summary: 'Play a scenario',
      description:
        'It replaces the scenario before it. Its lines happen as the market reaches their times, ' +
        'each just after the tick of its instant; an advance of the clock stops at each. ' +
        'Lines whose time is over happen at once. Its settings (clock, seed, profile, cash) ' +
        'are for a start of the server, and change nothing here.',
      body: ScenarioSchema.begin,
      run: ({ body }) => encoded(scenario.begin(body.text), encodeReport),
    }),
    endpoint({
      ...LOOK,
      ...SCENARIO,
      id: 'getSandboxScenario',
      method: 'GET',
      summary: 'Read the report of the scenario',
      description:
        'Without a scenario it has no rows. Expectations without a time are checked each ' +
        'time that it is read.',
      run: async () => encodeReport(await scenario.report()),
    }),
  ] as const

export const sandboxEndpoints = (service: SandboxService) =>
  [
    ...sandboxClockEndpoints(service),
    ...instrumentEndpoints(service),
    ...haltEndpoints(service),
    ...sandboxAccountEndpoints(service),
    ...sandboxClientEndpoints(service),
    ...sandboxOutcomeEndpoints(service),
    ...sandboxFaultEndpoints(service),
    ...sandboxSnapshotEndpoints(service),
    ...sandboxScenarioEndpoints(service),
  ] as const
