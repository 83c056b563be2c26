/** Scenarios: their requests and answers. */
import { t } from 'elysia'
import { ROW_STATES } from '../../../core/scenario/report'
import { answer, body, instantText, named, oneOf, wholeNumber } from '../../wire/schemas'

const row = named(
  'ScenarioRow',
  t.Object(
    {
      line: wholeNumber(1, 'How many lines down the text it is, from 1.', 5),
      text: t.String({
        description: 'The line, without its comment.',
        examples: ['09:28:00 bot next placeOrder: cut after commit'],
      }),
      at: t.Union([instantText('Its time.'), t.Null()], {
        description: 'Null for an expectation at the end.',
        examples: ['2026-03-02T23:28:00.000+09:00'],
      }),
      state: oneOf(
        ROW_STATES,
        'WAITING: its time has not come. FAILED: its control was refused, or something else was ' +
          'found than was expected.',
        'DONE',
      ),
      happenedAt: t.Union([instantText('When it happened, in market time.'), t.Null()], {
        description: 'Null while it waits.',
        examples: ['2026-03-02T23:28:00.000+09:00'],
      }),
      happened: t.String({
        description: 'What was found, or why it failed; may be empty.',
        examples: ['1 such, 0 others'],
      }),
    },
    { additionalProperties: false },
  ),
)

export const ScenarioSchema = {
  begin: body({
    text: t.String({
      description: 'The table; docs/testing.md has its grammar.',
      maxLength: 65_536,
      examples: ['clock 2026-03-02T09:25-05:00\n09:30 market halt\nexpect orders 0\n'],
    }),
  }),
  report: named(
    'ScenarioReport',
    answer({
      rows: t.Array(row, { description: 'In the order of their times, and the end.' }),
      failed: wholeNumber(0, 'How many rows failed.', 0),
      waiting: wholeNumber(0, 'How many rows wait for their time.', 0),
    }),
  ),
}
