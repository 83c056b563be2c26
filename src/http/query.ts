/**
 * Dates, flags and lists as query parameters. Elysia decodes a query twice, so each schema takes
 * what its own first pass has made of the text as well.
 */
import { t } from 'elysia'
import { TypeSystem } from 'elysia/type-system'
import { parseDate, Temporal } from '../core/time'

interface DateText {
  readonly type: 'string'
  readonly description: string
  readonly format: 'date'
  readonly 'x-expects': string
}
const DateKind = TypeSystem.Type<string | Temporal.PlainDate, DateText>('DateText', (_, value) =>
  typeof value === 'string' ? parseDate(value) !== undefined : value instanceof Temporal.PlainDate,
)

/** A date in a query; what it is a date of, the description says. */
export const queryDate = (description: string) =>
  t
    .Transform(
      DateKind({
        type: 'string',
        format: 'date',
        description,
        'x-expects': 'a date that exists, such as 2026-03-02',
      }),
    )
    .Decode((value): Temporal.PlainDate => Temporal.PlainDate.from(value))
    .Encode((value) => value)

interface FlagText {
  readonly type: 'boolean'
  readonly description: string
}
const FlagKind = TypeSystem.Type<string | boolean, FlagText>(
  'FlagText',
  (_, value) => typeof value === 'boolean' || value === 'true' || value === 'false',
)

/** `true` or `false` in a query, and nothing else. */
export const queryFlag = (description: string) =>
  t
    .Transform(FlagKind({ type: 'boolean', description }))
    .Decode((value): boolean => String(value) === 'true')
    .Encode((value) => value)

interface ListText {
  readonly type: 'string'
  readonly description: string
  readonly 'x-members': readonly string[]
  readonly 'x-expects': string
}
const ListKind = TypeSystem.Type<string | readonly string[], ListText>(
  'ListText',
  ({ 'x-members': members }, value) =>
    textsIn(value).every((text) => members.some((member) => member === text)),
)

/** Members of a closed set, separated by commas; at least one. Each of them once, in V's order. */
export const queryList = <const V extends readonly [string, ...string[]]>(
  members: V,
  description: string,
) =>
  t
    .Transform(
      ListKind({
        type: 'string',
        'x-members': members,
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
