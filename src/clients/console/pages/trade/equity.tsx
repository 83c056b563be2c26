/** The worth of the account over a day, or since its beginning. */
import { useState } from 'preact/hooks'
import { dayHistory, history } from '../../data/account'
import { usePolled } from '../../data/polled'
import { msOf } from '../../data/time'
import { Line } from '../../parts/line'
import { Choice } from '../../ui/button'
import { shownDecimal } from '../../ui/decimal'
import { Failed, Waiting } from '../../ui/states'
import { clockTime, dayOf, NEW_YORK_ZONE } from '../../ui/when'
import { tradeText } from './text'
import './trade.css'

const RANGES = ['today', 'all'] as const
type Range = (typeof RANGES)[number]

function timeOf(time: string, range: Range): string {
  const day = dayOf(msOf(time), NEW_YORK_ZONE)
  return range === 'all' ? day : `${day} ${clockTime(msOf(time), NEW_YORK_ZONE)}`
}

export function Equity() {
  const say = tradeText()
  const [range, setRange] = useState<Range>('today')
  const source = range === 'today' ? dayHistory : history
  const shown = usePolled(source)
  const points = shown.state === 'ready' ? shown.value.points : []
  const [first, last] = [points[0], points.at(-1)]
  return (
    <section class="panel equity">
      <div class="row heading">
        <h2>{say.equity}</h2>
        <Choice
          label={say.range}
          name="equity-range"
          value={range}
          options={RANGES.map((each) => [each, say[each]])}
          onChange={setRange}
        />
      </div>
      {shown.state === 'loading' && <Waiting />}
      {shown.state === 'failed' && <Failed error={shown.error} onAgain={source.reload} />}
      {shown.state === 'ready' && points.length < 2 && <p class="muted">{say.noEquity}</p>}
      {first !== undefined && last !== undefined && points.length > 1 && (
        <>
          <Line
            values={points.map(({ totalAssetAmount }) => Number(totalAssetAmount))}
            label={say.equityOf(
              timeOf(first.time, range),
              timeOf(last.time, range),
              shownDecimal(first.totalAssetAmount),
              shownDecimal(last.totalAssetAmount),
            )}
          />
          <p class="ends muted" aria-hidden="true">
            {[first, last].map(({ time, totalAssetAmount }) => (
              <span key={time}>
                {timeOf(time, range)} <b>{shownDecimal(totalAssetAmount, { places: 2 })}</b>
              </span>
            ))}
          </p>
        </>
      )}
    </section>
  )
}
