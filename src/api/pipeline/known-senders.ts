/**
 * The senders of requests for some paths, known before the application sees them. Elysia answers
 * without a promise only where no hook of a route can wait, and a promise takes a tenth of the time
 * of a quote. So what its gate would wait for, a token that is not known yet, is waited for here.
 */
import { pathOf } from './path'
import type { SignedIn } from './request-context'
import { type FindSender, type SignIn, senderOf } from './sender'
import type { Answer } from './watch'

type Found = Exclude<ReturnType<SignIn>, Promise<unknown>>

export interface KnownSenders {
  /** Answers the request by `answer`, once its sender is known. */
  through(answer: Answer, request: Request, sinceMs?: number): ReturnType<Answer>
  /** Asked once for each request, by its gate. Throws what looking up the token has thrown. */
  of(request: Request): Found
}

/** By the token in the Authorization header, like `byToken`. */
export const byKnownToken =
  (senders: KnownSenders): FindSender<SignedIn> =>
  (_, { request }) =>
    senderOf(senders.of(request))

/** Lets time stand still while a request is answered: see `compose/still-time.ts`. */
export interface Stillness {
  /** At `elapsedMs` of the monotonic clock, or where it is when it is first asked. */
  begin(elapsedMs?: number): void
  end(): void
}

/** `paths` may match other addresses as well: their senders are looked up for nothing. */
export function knownSenders(
  signIn: SignIn,
  paths: RegExp,
  stillness: Stillness = { begin() {}, end() {} },
): KnownSenders {
  /** On its way to its gate right now, without a pause. */
  let current: Request | null = null
  let sender: Found | null = null
  /** Of requests that had to wait. A weak map costs more than the rest of this. */
  const late = new WeakMap<Request, Found | { readonly failure: unknown }>()

  /** Its route waits for nothing; only an unknown token does. */
  function known(answer: Answer, request: Request): ReturnType<Answer> {
    const found = signIn(request.headers.get('authorization') ?? undefined, request)
    if (found instanceof Promise) {
      return found
        .catch((failure: unknown) => ({ failure }))
        .then((known) => {
          late.set(request, known)
          return answer(request)
        })
    }
    current = request
    sender = found
    const outcome = answer(request)
    // It has not come to its gate yet: a recorded span, say, makes it wait.
    if (current === request) late.set(request, found)
    current = null
    return outcome
  }

  return {
    through(answer, request, sinceMs) {
      if (!paths.test(request.url)) return answer(request)
      stillness.begin(sinceMs)
      try {
        return known(answer, request)
      } finally {
        stillness.end()
      }
    },
    of(request) {
      if (request === current && sender !== null) {
        current = null
        return sender
      }
      const known = late.get(request)
      if (known === undefined)
        throw new Error(`${pathOf(request.url)} has a gate, and nothing in front of it`)
      if ('failure' in known) throw known.failure
      return known
    },
  }
}
