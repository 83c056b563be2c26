/** What a client's message says, or why it cannot be heard. */
import { TypeCompiler } from 'elysia/type-system'
import { type Refused, refused } from '../../../../core/refusals'
import type { RateLimiter } from '../../../pipeline/rate-limit'
import { type ShapeFault, shapeFaultOf } from '../../../wire/validation-errors'
import type { Heard } from '../messages'
import { Received, type ReceivedMessage } from '../schema'

const TYPES = Object.keys(Received).join(', ')

type Check = (message: object) => ReceivedMessage | ShapeFault

const CHECKS: ReadonlyMap<unknown, Check> = new Map(
  Object.values(Received).map((schema): [string, Check] => {
    const compiled = TypeCompiler.Compile<(typeof Received)[keyof typeof Received]>(schema)
    const check: Check = (message) =>
      compiled.Check(message)
        ? message
        : shapeFaultOf({ valueError: compiled.Errors(message).First(), type: 'message' })
    return [schema.properties.type.enum[0], check]
  }),
)

/** Elysia hands over JSON as what it says, and anything else as it came. */
export function heard(
  message: unknown,
  limiter: RateLimiter,
  client: { readonly clientId: string } | null,
): Heard {
  const rate = client === null ? undefined : limiter.take('other', client.clientId)
  if (rate?.allowed === false) {
    return refused('rate-limit-exceeded', { retryAfterSeconds: rate.retryAfterSeconds })
  }
  if (typeof message !== 'object' || message === null || !('type' in message)) return malformed()
  return CHECKS.get(message.type)?.(message) ?? malformed()
}

const malformed = (): Refused<'malformed-message'> => refused('malformed-message', { types: TYPES })
