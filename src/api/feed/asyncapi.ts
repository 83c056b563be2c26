/** The door's part of the AsyncAPI document. */
import { BODY_BYTES_MAX, FEED_ITEMS_MAX, FEED_ITEMS_PER_SECOND_MAX } from '../../core/limits'
import { DoorReceived, DoorSent } from './wire'

const WORDS = {
  prices: {
    summary: 'Prices of a market outside',
    description:
      `At most ${FEED_ITEMS_MAX} items and ${BODY_BYTES_MAX} bytes; all sources of a server ` +
      `together at most ${FEED_ITEMS_PER_SECOND_MAX} items a second. The answer is \`taken\` or ` +
      '`error`; a source that does not read its answers is closed with 1013.',
  },
  wanted: {
    summary: 'The symbols that the server needs',
    description: 'At the beginning, and whenever they have changed; the most needed first.',
  },
  taken: { summary: 'The prices have been taken', description: 'Counts say what became of them.' },
  error: {
    summary: 'A message was refused whole',
    description: 'The envelope of errors over HTTP; nothing in the message has counted.',
  },
}

const messages = (schemas: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, payload]) => [
      `feed-${name}`,
      // safe: WORDS has the names of both tables.
      { name, ...WORDS[name as keyof typeof WORDS], payload },
    ]),
  )

/** What the document of the stream is joined with. */
export const DOOR_PART = {
  address: '/feed',
  summary: 'Live prices, with the header X-Feed-Key',
  received: messages(DoorReceived),
  sent: messages(DoorSent),
  security: { type: 'httpApiKey', in: 'header', name: 'X-Feed-Key' },
} as const
