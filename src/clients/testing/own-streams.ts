/** The streams that a test's own client reads, so that a moved clock can wait for them. */
import type { Client, OrderEvents, OrderEventsOptions, StreamState } from '../sdk'

export interface LastSeq {
  readonly accountId: string
  readonly lastSeq: number
}

export interface OwnStreams {
  /** The client, of which every stream of order events is followed. */
  readonly client: Client
  /** Streams are late or cut by the test's own wish: from now on nothing waits for them. */
  waitForNone(): void
  /** Records who is waiting for an event now. A loop that is busy may itself wait for the clock. */
  readers(): Readers
}

export interface Readers {
  /** Resolves when those readers are done with everything up to these numbers. */
  reached(accounts: readonly LastSeq[]): Promise<void>
}

interface Followed {
  readonly events: OrderEvents
  readonly accountId: string
  /** Its loop has asked for the next event. */
  isWaiting: boolean
  isLive: boolean
  /** Called when its connection is lost. */
  lost: () => void
}

/** `accountId` is the account of a stream that names none. */
class AccountStreams implements OwnStreams {
  readonly #accountId: string
  readonly #client: Client
  readonly #followed = new Set<Followed>()
  #waits = true
  readonly client: Client

  constructor(client: Client, accountId: string) {
    this.#accountId = accountId
    this.#client = client
    this.client = { ...client, orderEvents: this.#orderEvents }
  }

  waitForNone(): void {
    this.#waits = false
  }

  readers(): Readers {
    const reading = [...this.#followed].filter(({ isWaiting, isLive }) => isWaiting && isLive)
    return {
      reached: async (accounts) => {
        if (!this.#waits) return
        await Promise.all(
          reading.map((stream) => {
            const account = accounts.find((one) => one.accountId === stream.accountId)
            return account === undefined ? undefined : arrived(stream, account.lastSeq)
          }),
        )
      },
    }
  }

  readonly #orderEvents = (options: OrderEventsOptions = {}): OrderEvents => {
    const onState = (state: StreamState): void => {
      stream.isLive = state.state === 'live'
      if (!stream.isLive) stream.lost()
      options.onState?.(state)
    }
    const events = this.#client.orderEvents({ ...options, onState })
    const stream: Followed = {
      events,
      accountId: options.accountId ?? this.#accountId,
      isWaiting: false,
      isLive: false,
      lost: () => {},
    }
    this.#followed.add(stream)
    const reading = events[Symbol.asyncIterator]()
    const noted = async <Result extends IteratorResult<unknown, void>>(
      next: Promise<Result>,
    ): Promise<Result> => {
      stream.isWaiting = true
      try {
        const result = await next
        if (result.done === true) this.#followed.delete(stream)
        return result
      } catch (error) {
        this.#followed.delete(stream)
        throw error
      } finally {
        stream.isWaiting = false
      }
    }
    return {
      get lastSeq() {
        return events.lastSeq
      },
      reached: events.reached,
      close: () => {
        this.#followed.delete(stream)
        events.close()
      },
      [Symbol.asyncIterator]: () => ({
        next: () => noted(reading.next()),
        return: async () => {
          this.#followed.delete(stream)
          return (await reading.return?.()) ?? { done: true, value: undefined }
        },
      }),
    }
  }
}

export const ownStreams = (client: Client, accountId: string): OwnStreams =>
  new AccountStreams(client, accountId)

/** Or ends without them: a lost connection comes back whenever it can. */
function arrived(stream: Followed, seq: number): Promise<void> {
  if (!stream.isLive) return Promise.resolve()
  const lost = new Promise<void>((resolve) => {
    stream.lost = resolve
  })
  return Promise.race([stream.events.reached(seq).catch(() => {}), lost])
}
