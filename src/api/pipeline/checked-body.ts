/**
 * A body that a gate reads and checks, for a route that is called again and again. Elysia looks at
 * `request.body` before any parser runs, for which Bun makes a stream: a thirtieth of an order. So
 * such a route has the parser 'none', and Elysia neither reads nor checks its body.
 */
import { type TSchema, ValidationError } from 'elysia'
import { getSchemaValidator } from 'elysia/schema'
import { type BodyOutcome, readJson } from './body'

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

/**
 * Reads the body before the request is admitted, as the parsers of other routes do, and adds it to
 * what is made of a request that is.
 */
export const withBody = <Admitted extends object>(
  request: Request,
  check: CheckBody,
  admit: (parsedBody: BodyOutcome) => Promise<Admitted> | Admitted,
): Promise<Admitted> | Admitted =>
  readJson(request, (parsedBody) => {
    const checked = (admitted: Admitted): Admitted =>
      'context' in admitted && 'value' in parsedBody
        ? { ...admitted, body: check(parsedBody.value) }
        : admitted
    const admitted = admit(parsedBody)
    return admitted instanceof Promise ? admitted.then(checked) : checked(admitted)
  })
