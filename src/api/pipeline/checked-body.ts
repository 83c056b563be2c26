/**
 * The body that a gate reads, once it has let the sender in [request.unread-body].
 *
 * The gate also checks the body of a route that is called again and again. Elysia looks at
 * `request.body` before any parser runs, for which Bun makes a stream: a thirtieth of an order. So
 * such a route has the parser 'none', and Elysia neither reads nor checks its body.
 */
import { type TSchema, ValidationError } from 'elysia'
import { getSchemaValidator } from 'elysia/schema'
import { isRefused } from '../../core/refusals'
import type { ReadBody } from './body'
import type { Controller, RequestContext } from './request-context'

/** Hands on what the schema allows; throws what Elysia throws of anything else. */
export type CheckBody = (body: unknown) => unknown

/** `schema` is that of the route. */
export function bodyCheck(schema: TSchema): CheckBody {
  const validator = getSchemaValidator(schema)
  return (body) => {
    if (!validator.Check(body)) throw new ValidationError('body', validator, body)
    return body
  }
}

/** Adds its body to what a gate has made of a request, if a parser has left one to be read. */
export const withBody = <Admitted extends { readonly context: RequestContext<Controller | null> }>(
  admitted: Admitted,
  readBody: ReadBody | null,
  check: CheckBody = (body) => body,
) =>
  readBody === null
    ? admitted
    : readBody((outcome) =>
        isRefused(outcome)
          ? admitted.context.refuse(outcome)
          : // Elysia takes the type of a route's body from its schema.
            Object.assign<Admitted, object>(admitted, { body: check(outcome.value) }),
      )
