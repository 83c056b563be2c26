/** One request's way through its gate and its route. */
import type { RateGroup } from '../../core/rate-limits'
import type { RefusalCode, Refused } from '../../core/refusals'
import type { BeginSending, Sending, SentAs } from '../wire/file'
import type { Callers } from './callers'
import type { FaultDeps } from './faults'
import type { KnownSenders } from './known-senders'
import type { ReachedAt } from './origins'
import { addRateHeaders, type RateAnswer, type RateLimiter } from './rate-limit'
import type { RunRecorder } from './recorder'
import type { AnswerHeaders, CallExchange } from './request-context'
import type { Arrival, SignIn } from './sender'
import type { Watch } from './watch'

/** The parts that all gates share. */
export interface Entrance {
  readonly signIn: SignIn
  /** Of requests whose gate does not wait. */
  readonly senders: KnownSenders
  readonly limiter: RateLimiter
  readonly reachedAt: ReachedAt
  readonly callers: Callers
  /** Left out: no test makes requests fail [fault.force]. */
  readonly faults?: FaultDeps | undefined
  /** Left out: the run is not recorded [exec.record]. */
  readonly recorder?: RunRecorder | undefined
  /** Left out: nobody is told of requests. */
  readonly watch?: Watch | undefined
  readonly beginSending: BeginSending
  /** Monotonic milliseconds: by them a request has only so much time [request.deadline]. */
  readonly elapsedMs: () => number
  /** When a request that is read then came at the earliest. Left out: when it is read. */
  readonly arrivedAtMs?: ((readAtMs: number) => number) | undefined
}

/** Made for every request: what few of them need is made on demand. */
export class Passage implements CallExchange {
  readonly requestId: string | undefined
  readonly #entrance: Entrance
  readonly #rateGroup: RateGroup
  readonly #arrival: Arrival
  readonly #readAtMs: number
  #arrivedAtMs: number
  #countedAs: string | undefined
  clientId: string | undefined
  refusedAs: RefusalCode | undefined
  file: Promise<SentAs> | undefined

  constructor(
    requestId: string | undefined,
    entrance: Entrance,
    rateGroup: RateGroup,
    arrival: Arrival,
  ) {
    this.requestId = requestId
    this.#entrance = entrance
    this.#rateGroup = rateGroup
    this.#arrival = arrival
    this.#readAtMs = entrance.watch?.note(arrival.request, this) ?? entrance.elapsedMs()
    this.#arrivedAtMs = this.#arrivalOf(this.#readAtMs)
  }

  #arrivalOf(readAtMs: number): number {
    return this.#entrance.arrivedAtMs?.(readAtMs) ?? readAtMs
  }

  /** A request has arrived when its body has [request.deadline]. */
  noteArrived(): void {
    this.#arrivedAtMs = this.#arrivalOf(this.#entrance.elapsedMs())
  }

  get route(): string {
    return this.#arrival.route
  }

  noteRefusal(code: RefusalCode): void {
    this.refusedAs = code
  }

  noteFile(sent: Promise<SentAs>): void {
    this.file = sent
  }

  get headers(): AnswerHeaders {
    return this.#arrival.set.headers
  }

  get baseUrl(): string {
    return this.#entrance.reachedAt(this.#arrival.request)
  }

  takeHeaders(): AnswerHeaders {
    const { set } = this.#arrival
    const { headers } = set
    set.headers = {}
    return headers
  }

  /** Undefined: the request does not count. */
  count(countedAs: string | undefined): Refused<'rate-limit-exceeded'> | undefined {
    this.#countedAs = countedAs
    if (countedAs === undefined) return undefined
    const { limiter } = this.#entrance
    const rate = limiter.consume(this.#rateGroup, countedAs, this.#readAtMs)
    if (rate !== undefined) addRateHeaders(this.headers, rate.headers) // [rate-limit.headers]
    return rate?.refusal
  }

  countStranger(): RateAnswer | undefined {
    const { callers, limiter } = this.#entrance
    return limiter.consumeUnknown(callers.addressOf(this.#arrival.request))
  }

  waitedMs(): number {
    return this.#entrance.elapsedMs() - this.#arrivedAtMs
  }

  beginSending(): Sending {
    return this.#entrance.beginSending(this.#arrival.request, this.requestId)
  }

  charge(tokens: number): void {
    if (this.#countedAs === undefined) return
    const rate = this.#entrance.limiter.charge(this.#rateGroup, this.#countedAs, tokens)
    Object.assign(this.headers, rate?.headers)
  }
}
