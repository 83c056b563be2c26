/** A request that has passed its gate: its client, its account and its answer. */
import { chooseAccount } from '../../core/account/account'
import { type AnswerBytes, untilRequestId, withRequestId } from '../../core/answer-json'
import { isRefused, type RefusalCode, type Refused, refused } from '../../core/refusals'
import type { Scope } from '../../core/scope'
import { type AnswerFile, fileResponse, type Sending } from '../wire/file'
import { type Refusal, refuse } from '../wire/refusal'
import type { Answered } from '../wire/schemas'
import { CHALLENGES } from './challenges'
import { answersWithKeptHeaders } from './kept-headers'
import type { RateAnswer } from './rate-limit'

/** The bearer of a token. */
export interface SignedIn {
  readonly clientId: string
  readonly scope: Scope
  readonly accountIds: readonly string[]
  /** A session of a user who operates the server. */
  readonly operates?: boolean
}

/** Who holds the key of the sandbox: no client, and every account is theirs [sandbox.key]. */
export interface KeyHolder {
  readonly clientId?: undefined
  readonly scope: 'TRADE'
  readonly accountIds: 'all'
}

/** Who may call the controls of the sandbox. */
export type Controller = SignedIn | KeyHolder

export const ACCOUNT_ID_HEADER = 'x-service-account-id'

/** The refusals of a route that needs an account. */
export const ACCOUNT_REFUSALS = ['account-header-required', 'account-mismatch'] as const
/** The same for routes whose table lists 404. */
export const ACCOUNT_OR_404_REFUSALS = [...ACCOUNT_REFUSALS, 'account-not-found'] as const
/** The answer to a client without an account [account-header.none]. */
type WithoutAccount = 'account-not-found' | 'account-mismatch'
type AccountRefusal<W extends WithoutAccount> = 'account-header-required' | 'account-mismatch' | W

/** The headers of an answer, as Elysia collects them. */
export type AnswerHeaders = Record<string, string | number | undefined>

/** The facts of a request that its answer needs, and the headers of that answer. */
export interface Exchange {
  /** Undefined where the request has none, or none that can be used. */
  readonly requestId: string | undefined
  /** Where the caller reaches the server. */
  readonly baseUrl: string
  readonly headers: AnswerHeaders
  /** Counts an attempt with wrong credentials by the address that it came from. */
  readonly countStranger: () => RateAnswer | undefined
  /** Left out: nobody is told of it. */
  noteRefusal?(code: RefusalCode): void
}

/** What a route may further ask of the request that it answers. */
export interface CallExchange extends Exchange {
  /** The headers so far, of an answer that is written without Elysia, which then adds none. */
  takeHeaders(): AnswerHeaders
  waitedMs(): number
  charge(tokens: number): void
  beginSending(): Sending
}

/** `Client` is null where the gate lets a request pass before its sender is known. */
export class RequestContext<Client extends Controller | null = SignedIn> {
  readonly client: Client
  readonly #exchange: CallExchange
  readonly #request: Request

  constructor(client: Client, request: Request, exchange: CallExchange) {
    this.client = client
    this.#request = request
    this.#exchange = exchange
  }

  /** How long the request has been here: it has only so much time [request.deadline]. */
  get waitedMs(): () => number {
    return () => this.#exchange.waitedMs()
  }

  /** Counts what the request costs beyond one against the client's limit [rate-limit.cost]. */
  get charge(): (tokens: number) => void {
    return (tokens) => this.#exchange.charge(tokens)
  }

  get baseUrl(): string {
    return this.#exchange.baseUrl
  }

  /** Undefined where the request has none. */
  get requestId(): string | undefined {
    return this.#exchange.requestId
  }

  /** The HTTP answer for a refusal. */
  refuse<C extends RefusalCode>(refusal: Refused<C>): Refusal<C> {
    return refuseExchange(this.#exchange, refusal)
  }

  /** The HTTP answer for credentials that are wrong. */
  refuseStranger<C extends RefusalCode>(
    refusal: Refused<C>,
  ): Refusal<C> | Refusal<'rate-limit-exceeded'> {
    return refuseStranger(this.#exchange, refusal)
  }

  /** The HTTP answer for a service's outcome [request-id.returned]. */
  answer<T extends object, C extends RefusalCode = never>(
    outcome: T | Refused<C>,
  ): Answered<T> | Refusal<C> {
    if (isRefused(outcome)) return this.refuse(outcome)
    const { requestId } = this.#exchange
    const body = 'requestId' in outcome ? outcome : { ...outcome, requestId }
    return body as Answered<T> // safe: the two cases of Answered, told apart by the same field
  }

  /** The HTTP answer of a success whose JSON is kept. No schema checks it. */
  answerBytes(kept: AnswerBytes): Response {
    return this.#answerJson(kept.withRequestId(this.#exchange.requestId ?? ''))
  }

  /**
   * The HTTP answer of what a service has made, without a check by its schema: a tenth of the time
   * of an order or a page. Types say the same, and tests compare answers with the document. What
   * was made has at least one member and no `requestId`.
   */
  unchecked<T extends object>(made: T): Answered<T> {
    const untilId = untilRequestId(JSON.stringify(made))
    const response = this.#answerJson(withRequestId(untilId, this.#exchange.requestId ?? ''))
    // safe: Elysia sends a Response as it is, and the caller reads what was made.
    return response as unknown as Answered<T> // tidy: as for a file
  }

  #answerJson(json: string | Uint8Array<ArrayBuffer>): Response {
    const headers = this.#exchange.takeHeaders()
    // As Response.json says it.
    headers['content-type'] = 'application/json;charset=utf-8'
    return likeLast(json, headers)
  }

  /** The HTTP answer for a service's outcome for the account that the request means. */
  forAccount<T extends object, C extends RefusalCode = never>(
    this: RequestContext,
    use: (accountId: string) => Promise<T | Refused<C>>,
  ): Promise<Answered<T> | Refusal<C | AccountRefusal<'account-mismatch'>>> {
    return this.#withAccount('account-mismatch', use, (made) => this.answer<T>(made))
  }

  /** The same for endpoints whose table lists 404. */
  forAccountOr404<T extends object, C extends RefusalCode = never>(
    this: RequestContext,
    use: (accountId: string) => Promise<T | Refused<C>>,
  ): Promise<Answered<T> | Refusal<C | AccountRefusal<'account-not-found'>>> {
    return this.#withAccount('account-not-found', use, (made) => this.answer<T>(made))
  }

  /** The HTTP answer that is a file: the request's id is in the headers alone. */
  file(made: AnswerFile): string {
    return fileResponse(made, this.#exchange.beginSending())
  }

  /** The same for the account that the request means. */
  fileForAccountOr404<C extends RefusalCode>(
    this: RequestContext,
    make: (accountId: string) => Promise<AnswerFile | Refused<C>>,
  ): Promise<string | Refusal<C | AccountRefusal<'account-not-found'>>> {
    return this.#withAccount('account-not-found', make, (made) => this.file(made))
  }

  /** The same of what `encode` makes of it, without a check by a schema, as `unchecked` answers. */
  uncheckedForAccountOr404<O extends object, T extends object, C extends RefusalCode = never>(
    this: RequestContext,
    use: (accountId: string) => Promise<O | Refused<C>>,
    encode: (outcome: O) => T,
  ): Promise<Answered<T> | Refusal<C | AccountRefusal<'account-not-found'>>> {
    return this.#withAccount('account-not-found', use, (made) => this.unchecked<T>(encode(made)))
  }

  /** The same for an account that is the client's, as `forAccount`. */
  uncheckedForAccount<T extends object, C extends RefusalCode = never>(
    this: RequestContext,
    use: (accountId: string) => Promise<T | Refused<C>>,
  ): Promise<Answered<T> | Refusal<C | AccountRefusal<'account-mismatch'>>> {
    return this.#withAccount('account-mismatch', use, (made) => this.unchecked<T>(made))
  }

  #withAccount<W extends WithoutAccount, T extends object, C extends RefusalCode, A>(
    this: RequestContext,
    whenNone: W,
    use: (accountId: string) => Promise<T | Refused<C>>,
    answer: (made: T) => A,
  ): Promise<A | Refusal<C | AccountRefusal<W>>> {
    const chosen = this.#account(whenNone)
    if (isRefused(chosen)) return Promise.resolve(this.refuse(chosen))
    return use(chosen.accountId).then((out) => (isRefused(out) ? this.refuse(out) : answer(out)))
  }

  #account<W extends WithoutAccount>(
    this: RequestContext,
    whenNone: W,
  ): { readonly accountId: string } | Refused<AccountRefusal<W>> {
    // An empty header counts as a missing one.
    const named = this.#request.headers.get(ACCOUNT_ID_HEADER) || null
    const chosen = chooseAccount(this.client.accountIds, named)
    switch (chosen) {
      case 'none':
        return refused(whenNone)
      case 'several':
        return refused('account-header-required')
      case 'not-theirs':
        return refused('account-mismatch') // [account-header.mismatch]
      default:
        return chosen
    }
  }
}

/** The HTTP answer for a refusal, with the headers that go with its code. */
export function refuseExchange<C extends RefusalCode>(
  exchange: Exchange,
  refusal: Refused<C>,
): Refusal<C> {
  const { headers } = exchange
  exchange.noteRefusal?.(refusal.refused)
  const challenge = CHALLENGES.get(refusal.refused)
  if (challenge !== undefined) headers['www-authenticate'] = challenge
  if (refusal.refused === 'rate-limit-exceeded') {
    headers['retry-after'] = String(refusal.data?.retryAfterSeconds) // [rate-limit.refused]
  }
  return refuse(refusal, exchange)
}

/**
 * The HTTP answer for credentials that are wrong. Such attempts count by address, and requests of
 * known clients from the same address do not [rate-limit.strangers].
 */
export function refuseStranger<C extends RefusalCode>(
  exchange: Exchange,
  refusal: Refused<C>,
): Refusal<C> | Refusal<'rate-limit-exceeded'> {
  const rate = exchange.countStranger()
  if (rate?.refusal === undefined) return refuseExchange(exchange, refusal)
  Object.assign(exchange.headers, rate.headers)
  return refuseExchange(exchange, rate.refusal)
}

const likeLast = answersWithKeptHeaders()
