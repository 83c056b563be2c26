/** What outcomes and faults share: handles, matches, counts. */
import { type TSchema, t } from 'elysia'
import { FORCED_TIMES_MAX } from '../../../core/limits'
import { REFUSALS, type RefusalCode } from '../../../core/refusals'
import { body, jsonInteger, optional } from '../../wire/schemas'

// safe: Object.keys of a literal gives its own keys.
export const CODES = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]
export const HANDLE = {
  pattern: '^[\\w.-]{1,64}$',
  'x-expects': '1 to 64 letters, digits, . _ or -',
}
export const ANY_ID = {
  pattern: '^\\w[\\w-]{0,63}$',
  'x-expects': 'an id of letters, digits, _ or -',
}

export const times = (what: string) =>
  optional(jsonInteger(1, FORCED_TIMES_MAX, `How many ${what}; until it is removed when left out.`))

export const optionalText = (what: string) => t.Optional(t.String({ description: what }))

/** A body of which some fields exclude others, with a whole example. */
export const exampledBody = <const P extends Record<string, TSchema>>(
  shown: object,
  fields: P,
): ReturnType<typeof body<P>> => ({ ...body(fields), examples: [shown] })
