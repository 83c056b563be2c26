/** One request of a signed-in client, as routes see it: whose it is, and how it is answered. */
import { isRefused, type RefusalCode, type Refused } from '../../core/refusals'
import { type Refusal, refuse } from '../wire/refuse'
import { ACCOUNT_ID_HEADER, accountOf, type WhenNone } from './account-header'

export type Scope = 'TRADE' | 'READ_ONLY'

/** What a token says about its bearer. */
export interface SignedIn {
  readonly clientId: string
  readonly scope: Scope
  readonly accountIds: readonly string[]
}

/** D1: every success body carries the requestId; an order record's is the client order id. */
export type Answered<T> = T extends { readonly requestId: unknown }
  ? T
  : T & { readonly requestId: string }

type AccountRefusal<W extends WhenNone> = 'account-header-required' | 'account-mismatch' | W

/** What a call needs of the server that it came to. */
export interface Surroundings extends Pick<RequestContext, 'waitedMs' | 'charge'> {
  readonly baseUrl: string
}

export class RequestContext {
  readonly client: SignedIn
  readonly requestId: string
  /** How long the request has been here: what it asks for has only so much time (D15). */
  readonly waitedMs: () => number
  /** Counts what the request costs beyond one, against the client's limit (D8). */
  readonly charge: (tokens: number) => void
  readonly #request: Request
  readonly #baseUrl: string

  constructor(
    client: SignedIn,
    requestId: string,
    request: Request,
    { baseUrl, waitedMs, charge }: Surroundings,
  ) {
    this.client = client
    this.requestId = requestId
    this.waitedMs = waitedMs
    this.charge = charge
    this.#request = request
    this.#baseUrl = baseUrl
  }

  /** The HTTP answer for a refusal. */
  refuse<C extends RefusalCode>(refusal: Refused<C>): Refusal<C> {
    return refuse(refusal, { requestId: this.requestId, baseUrl: this.#baseUrl })
  }

  /** The HTTP answer for what a service returned. */
  answer<T extends object, C extends RefusalCode = never>(
    outcome: T | Refused<C>,
  ): Answered<T> | Refusal<C> {
    if (isRefused(outcome)) return this.refuse(outcome)
    const body = 'requestId' in outcome ? outcome : { ...outcome, requestId: this.requestId }
    return body as Answered<T> // safe: the two cases of Answered, told apart by the same field
  }

  /** Answers with what a service returns for the account that the request means. */
  forAccount<T extends object, C extends RefusalCode = never>(
    use: (accountId: string) => Promise<T | Refused<C>>,
  ): Promise<Answered<T> | Refusal<C | AccountRefusal<'account-mismatch'>>> {
    return this.#withAccount('account-mismatch', use)
  }

  /** The same for endpoints whose table lists 404. */
  forAccountOr404<T extends object, C extends RefusalCode = never>(
    use: (accountId: string) => Promise<T | Refused<C>>,
  ): Promise<Answered<T> | Refusal<C | AccountRefusal<'account-not-found'>>> {
    return this.#withAccount('account-not-found', use)
  }

  async #withAccount<W extends WhenNone, T extends object, C extends RefusalCode>(
    whenNone: W,
    use: (accountId: string) => Promise<T | Refused<C>>,
  ): Promise<Answered<T> | Refusal<C | AccountRefusal<W>>> {
    const header = this.#request.headers.get(ACCOUNT_ID_HEADER)
    const account = accountOf(this.client, header, whenNone)
    return typeof account === 'string'
      ? this.answer(await use(account))
      : this.answer<never, AccountRefusal<W>>(account)
  }
}
