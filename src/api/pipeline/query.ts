/**
 * Queries: what every one must keep to, and dates, flags and lists in them. Elysia decodes a query
 * twice, so each schema takes what its own first pass has made of the text as well.
 */
import { t } from 'elysia'
import { TypeSystem } from 'elysia/type-system'
import { type Refused, refusedParam } from '../../core/refusals'
import { parseDate, Temporal } from '../../core/time'

/**
 * For the guard of a gate: no route behind it takes a parameter that it does not declare. Those
 * that a route declares are merged into it.
 */
export const CLOSED_QUERY = {
  as: 'scoped',
  schema: 'standalone',
  query: t.Object({}, { additionalProperties: false }),
} as const

const PARAM_LENGTH_MAX = 100

/** D1: no parameter is repeated or empty. Asked after the shape, so that it is a known one. */
export function queryFaultOf({ url }: Request): Refused<'invalid-parameter'> | undefined {
  const start = url.indexOf('?')
  if (start < 0) return undefined
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const reason = seen.has(name) ? 'it is sent twice' : value === '' ? 'it is empty' : undefined
    if (reason !== undefined) {
      return refusedParam('invalid-parameter', name.slice(0, PARAM_LENGTH_MAX), { reason })
    }
    seen.add(name)
  }
  return undefined
}

interface DateText {
  readonly type: 'string'
  readonly description: string
  readonly format: 'date'
  readonly examples: readonly string[]
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
        examples: ['2026-03-02'],
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
  readonly examples: readonly string[]
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
