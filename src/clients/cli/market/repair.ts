/** `paper market repair`: a market that a wrong clock took into the future [clock.repair]. */

import { atMs, type Instant, toKst } from '../../../core/time'
import { bringBackTimes, type FutureTimes, futureTimes } from '../../../ledger/future-times'
import { plural } from '../../../lib/text'
import { wallNowMs } from '../../../market/clock'
import { action } from '../shared/command'
import { onDatabase } from '../shared/on-database'
import { withNoServer } from './with-no-server'

export const repair = action(
  { operands: [], options: { apply: 'flag', json: 'flag' } },
  (line, context) =>
    onDatabase(context, (database) =>
      withNoServer(database, async () => {
        const now = atMs(wallNowMs())
        const found = await futureTimes(database, now)
        const { say } = context.terminal
        const isJson = line.flag('json')
        if (!isJson) say(findings(found, now).join('\n'))
        const applied = found.latest !== null && line.flag('apply')
        if (applied) await database.transaction((transaction) => bringBackTimes(transaction, now))
        if (isJson) say(jsonOf(found, now, applied))
        else if (applied) say('Done: a server on the system clock starts again.')
        else if (found.latest !== null) {
          say('Nothing is changed yet: `paper market repair --apply` does it.')
        }
        return undefined
      }),
    ),
)

const jsonOf = ({ latest, ...counts }: FutureTimes, now: Instant, applied: boolean): string =>
  JSON.stringify({ now: toKst(now), latest: latest && toKst(latest), ...counts, applied })

function findings(found: FutureTimes, now: Instant): readonly string[] {
  const clock = `This machine’s clock says ${toKst(now)}.`
  if (found.latest === null) return [clock, 'No time of the market is later than that.']
  return [
    `${clock} The market is at ${toKst(found.latest)}.`,
    `Later than now are ${plural(found.orders, 'order')}, ${plural(found.fills, 'fill')} ` +
      `and ${plural(found.events, 'event')}.`,
    'Their times are brought back to just before now, in the same order. Prices, quantities, cash',
    'and holdings stay as they are.',
    ...(found.openOrders === 0
      ? []
      : [`${found.openOrders} of the orders are open; each keeps the end it was accepted with.`]),
  ]
}
