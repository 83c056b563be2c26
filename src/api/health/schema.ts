/** A server's health on the wire (D10). */
import { t } from 'elysia'
import { PACE_FIELDS } from '../wire/pace'
import { instantText, oneOf } from '../wire/schemas'

const reasons = t.Array(t.String({ examples: ['the database is read-only'] }), {
  description: 'Why the server cannot serve, in words.',
})

const NOTICE = 'this machine’s clock has jumped 3,600 s ahead, which the market does not follow'

const details = {
  notices: t.Array(t.String({ examples: [NOTICE] }), {
    description: 'What its operator should know although it can serve: a wrong clock, say.',
  }),
  market: t.Object(
    {
      now: instantText("The market's time."),
      carriedTo: t.Union([instantText('Everything up to here has been carried out.'), t.Null()], {
        description: 'Up to when everything is carried out; null where this server cannot tell.',
      }),
      movedBy: oneOf(
        ['this server', 'another server', 'nobody'],
        'Which of the servers of the database carries the ticks out.',
      ),
      ...PACE_FIELDS,
    },
    {
      additionalProperties: false,
      description: 'How far the market is, how fast it goes, and who moves it.',
    },
  ),
}

const serving = { status: oneOf(['ok'], 'The server can serve.') }
const unavailable = { status: oneOf(['unavailable'], 'The server cannot serve.'), reasons }

export const HealthSchema = {
  alive: t.Object(serving, { additionalProperties: false, description: 'The process answers.' }),
  ready: t.Object(serving, { additionalProperties: false, description: 'The server can serve.' }),
  unready: t.Object(unavailable, {
    additionalProperties: false,
    description: 'It cannot, for now.',
  }),
  healthy: t.Object(
    { ...serving, ...details },
    { additionalProperties: false, description: 'The server can serve.' },
  ),
  unhealthy: t.Object(
    { ...unavailable, ...details },
    { additionalProperties: false, description: 'It cannot, for now.' },
  ),
}
