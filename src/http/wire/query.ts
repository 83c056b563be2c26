/** The parameters of a query, which are checked as text and then decoded. */
import { type TSchema, t } from 'elysia'
import { TypeSystem } from 'elysia/type-system'
import { type Instant, parseDate, parseInstant, Temporal } from '../../core/time'
import { EXPECTED_INSTANT } from './schemas'

/** An unknown parameter is refused [request.unknown-query]. */
export const query = <const P extends Record<string, TSchema>>(fields: P) =>
  t.Object(fields, { additionalProperties: false })

interface PlainInteger {
  readonly type: 'integer'
  readonly minimum: number
  readonly maximum: number
  readonly description: string
  readonly examples: readonly number[]
}
const PLAIN_INTEGER = /^(?:0|[1-9]\d{0,14})$/
const PlainIntegerKind = TypeSystem.Type<string, PlainInteger>(
  'PlainInteger',
  ({ minimum, maximum }, value) =>
    typeof value === 'string' &&
    PLAIN_INTEGER.test(value) &&
    Number(value) >= minimum &&
    Number(value) <= maximum,
)

const QUERY_EXAMPLE = 50

/** Plain decimal digits; a number out of range is refused [request.query-numbers]. */
export const queryInteger = (minimum: number, maximum: number, description: string) =>
  t
    .Transform(
      PlainIntegerKind({
        type: 'integer',
        minimum,
        maximum,
        description,
        examples: [Math.min(maximum, QUERY_EXAMPLE)],
      }),
    )
    .Decode(Number)
    .Encode(String)

interface InstantText {
  readonly type: 'string'
  readonly description: string
  readonly examples: readonly string[]
  readonly 'x-expects': string
}
const InstantKind = TypeSystem.Type<string, InstantText>(
  'InstantText',
  (_, value) => typeof value === 'string' && read(value) !== undefined,
)

/** An offset's `+` that was not escaped arrives as a blank. */
const read = (text: string): Instant | undefined => parseInstant(text.replace(' ', '+'))

/** A time with an offset, or else in Korea. A date alone is midnight in Korea [time.in]. */
export const queryInstant = (description: string) =>
  t
    .Transform(
      InstantKind({
        type: 'string',
        description: `${description} ISO 8601; without an offset it is Korean time.`,
        examples: ['2026-03-02T23:30:00+09:00'],
        'x-expects': EXPECTED_INSTANT,
      }),
    )
    .Decode(instantOf)
    .Encode(String)

function instantOf(text: string): Instant {
  const instant = read(text)
  if (instant === undefined) throw new Error('A query time was decoded without having been checked')
  return instant
}

interface DateText {
  readonly type: 'string'
  readonly description: string
  readonly format: 'date'
  readonly examples: readonly string[]
  readonly 'x-expects': string
}
const DateKind = TypeSystem.Type<string, DateText>(
  'DateText',
  (_, value) => typeof value === 'string' && parseDate(value) !== undefined,
)

/** A date; `description` names its calendar. */
export const queryDate = (description: string) =>
  t
    .Transform(
      DateKind({
        type: 'string',
        format: 'date',
        description,
        examples: ['2026-03-02'],
        'x-expects': 'a date that exists, such as 2026-03-02',
      }),
    )
    .Decode((value): Temporal.PlainDate => Temporal.PlainDate.from(value))
    .Encode(String)

interface FlagText {
  readonly type: 'boolean'
  readonly description: string
}
const FlagKind = TypeSystem.Type<string | boolean, FlagText>(
  'FlagText',
  (_, value) => typeof value === 'boolean' || value === 'true' || value === 'false',
)

/** Exactly `true` or `false`. */
export const queryFlag = (description: string) =>
  t
    .Transform(FlagKind({ type: 'boolean', description }))
    .Decode((value): boolean => String(value) === 'true')
    .Encode((value) => value)

interface ListText {
  readonly type: 'string'
  readonly description: string
  readonly examples: readonly string[]
  readonly 'x-members': readonly string[]
  readonly 'x-expects': string
}
const ListKind = TypeSystem.Type<string | readonly string[], ListText>(
  'ListText',
  ({ 'x-members': members }, value) =>
    textsIn(value).every((text) => members.some((member) => member === text)),
)

/** One or more members of a closed set, separated by commas; decoded once each, in V's order. */
export const queryList = <const V extends readonly [string, ...string[]]>(
  members: V,
  description: string,
) =>
  t
    .Transform(
      ListKind({
        type: 'string',
        'x-members': members,
        examples: [members[0]],
        description: `${description} Separated by commas: ${members.join(', ')}.`,
        'x-expects': `one or more of ${members.join(', ')}, separated by commas`,
      }),
    )
    .Decode((value): readonly V[number][] =>
      members.filter((member) => textsIn(value).includes(member)),
    )
    .Encode((value) => value)

const textsIn = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value]
