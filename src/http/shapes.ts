/** Checks the parts of a request against the schemas of its endpoint. */
import { type TSchema, t, ValidationError } from 'elysia'
import { getSchemaValidator } from 'elysia/schema'
import { type CheckQuery, queryCheck } from './query'
import { type ShapeRefusal, shapeRefusalOf } from './wire/validation-errors'

type Check = (value: unknown) => ShapeRefusal | undefined

interface Schemas {
  readonly params: TSchema | undefined
  readonly query: TSchema | undefined
  readonly body: TSchema | undefined
  readonly answer: TSchema | undefined
}

/** Validators are compiled, so each is made at its first use. */
export class Shapes {
  readonly #schemas: Schemas
  #query: CheckQuery | undefined
  #params: Check | undefined
  #body: Check | undefined
  #answer: Check | undefined

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  query(url: string): ReturnType<CheckQuery> {
    this.#query ??= queryCheck(this.#schemas.query ?? NO_QUERY)
    return this.#query(url)
  }

  params(sent: unknown): ShapeRefusal | undefined {
    this.#params ??= shapeCheck('params', this.#schemas.params)
    return this.#params(sent)
  }

  body(sent: unknown): ShapeRefusal | undefined {
    this.#body ??= shapeCheck('body', this.#schemas.body)
    return this.#body(sent)
  }

  answer(sent: unknown): ShapeRefusal | undefined {
    this.#answer ??= shapeCheck('response', this.#schemas.answer)
    return this.#answer(sent)
  }
}

/** Unknown query parameters are refused, even if none is declared [request.unknown-query]. */
const NO_QUERY = t.Object({}, { additionalProperties: false })

function shapeCheck(part: 'params' | 'body' | 'response', schema: TSchema | undefined): Check {
  if (schema === undefined) return () => undefined
  const validator = getSchemaValidator(schema)
  return (value) =>
    validator.Check(value) ? undefined : shapeRefusalOf(new ValidationError(part, validator, value))
}
