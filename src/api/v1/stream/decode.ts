/** Reads a client's message, or tells why it cannot be read [stream.messages]. */
import { TypeCompiler } from 'elysia/type-system'
import { type Refused, refused } from '../../../core/refusals'
import { jsonInMessage } from '../../wire/message'
import { type ShapeRefusal, shapeRefusalOf } from '../../wire/validation-errors'
import { Received, type ReceivedMessage } from './schema'

const TYPES = Object.keys(Received).join(', ')

type Check = (message: object) => ReceivedMessage | ShapeRefusal

const CHECKS: ReadonlyMap<unknown, Check> = new Map(
  Object.values(Received).map((schema): [string, Check] => {
    const compiled = TypeCompiler.Compile<(typeof Received)[keyof typeof Received]>(schema)
    const check: Check = (message) =>
      compiled.Check(message)
        ? message
        : shapeRefusalOf({ valueError: compiled.Errors(message).First(), type: 'message' })
    return [schema.properties.type.enum[0], check]
  }),
)

export function decodeMessage(
  sent: string | Uint8Array,
): ReceivedMessage | ShapeRefusal | Refused<'malformed-message'> {
  const message = jsonInMessage(sent)
  const check =
    typeof message === 'object' && message !== null && 'type' in message
      ? CHECKS.get(message.type)?.(message)
      : undefined
  return check ?? refused('malformed-message', { types: TYPES })
}
