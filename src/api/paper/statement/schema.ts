/** The query and the answer of a statement. */
import { t } from 'elysia'
import { YEAR_MIN } from '../../../core/limits'
import { query, queryInstant } from '../../wire/query'
import { named, oneOf } from '../../wire/schemas'
import { STATEMENT_LANGUAGES } from './columns'

const EXAMPLE = [
  'time,tradingDate,type,symbol,name,quantity,price,amount,fee,tax,currency,…',
  '2026-03-02 23:30:00.000,2026-03-02,OPENING_CASH,,,,,,,,USD,…',
].join('\r\n')

// [paper.statement]
export const StatementSchema = {
  query: query({
    from: t.Optional(
      queryInstant(
        `Changes at this time or later, in ${YEAR_MIN} at the earliest; when left out, from the ` +
          "account's first.",
      ),
    ),
    to: t.Optional(queryInstant('Changes before this time; when left out, up to now.')),
    language: t.Optional(
      oneOf(STATEMENT_LANGUAGES, 'Of the headings, the types and the names.', 'ko'),
    ),
  }),
  statement: named(
    'AccountStatement',
    t.String({
      description: 'CSV (RFC 4180) in UTF-8 with a byte order mark; times are Korean.',
      examples: [EXAMPLE],
      'x-media-type': 'text/csv',
    }),
  ),
}
