/** The texts that a source gets. */
import { refusalBody } from '../wire/refusal'
import type { DoorMessage } from './schema'
import type { DoorAnswer } from './service'

/** `baseUrl` is where the source reaches the server. */
export function encodeDoor(answer: DoorAnswer, baseUrl: string): string {
  return JSON.stringify(messageOf(answer, baseUrl))
}

function messageOf(answer: DoorAnswer, baseUrl: string): DoorMessage {
  if (answer.type !== 'error') return answer
  const { type, id, refusal } = answer
  return { type, ...(id !== undefined && { id }), error: refusalBody(refusal, { baseUrl }) }
}
