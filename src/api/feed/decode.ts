/** Reads a source's message, or tells why it cannot be read. */
import { TypeCompiler } from 'elysia/type-system'
import { type Refused, refused } from '../../core/refusals'
import { jsonInMessage } from '../wire/message'
import { type ShapeRefusal, shapeRefusalOf } from '../wire/validation-errors'
import { DoorReceived, type PricesMessage } from './schema'

const compiled = TypeCompiler.Compile<typeof DoorReceived.prices>(DoorReceived.prices)

export function decodePrices(
  sent: string | Uint8Array,
): PricesMessage | ShapeRefusal | Refused<'malformed-message'> {
  const message = jsonInMessage(sent)
  if (compiled.Check(message)) return message
  const isObject = typeof message === 'object' && message !== null
  if (!isObject || !('type' in message) || message.type !== 'prices') {
    return refused('malformed-message', { types: 'prices' })
  }
  return shapeRefusalOf({ valueError: compiled.Errors(message).First(), type: 'message' })
}
