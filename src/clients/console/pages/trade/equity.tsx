/** The worth of the account over time. */
import { history } from '../../data/account'
import { usePolled } from '../../data/polled'
import { msOf } from '../../data/time'
import { Line } from '../../parts/line'
import { shownDecimal } from '../../ui/decimal'
import { Failed, Waiting } from '../../ui/states'
import { dayOf, NEW_YORK_ZONE } from '../../ui/when'
import { tradeText } from './text'
import './trade.css'

const day = (time: string): string => dayOf(msOf(time), NEW_YORK_ZONE)

export function Equity() {
  const say = tradeText()
  const shown = usePolled(history)
  const points = shown.state === 'ready' ? shown.value.points : []
  const [first, last] = [points[0], points.at(-1)]
  return (
    <section class="panel equity">
      <h2>{say.equity}</h2>
      {shown.state === 'loading' && <Waiting />}
      {shown.state === 'failed' && <Failed error={shown.error} onAgain={history.reload} />}
      {points.length === 1 && <p class="muted">{say.noEquity}</p>}
      {first !== undefined && last !== undefined && points.length > 1 && (
        <>
          <Line
            // A picture: floating point is good enough.
            values={points.map(({ totalAssetAmount }) => Number(totalAssetAmount))}
            label={say.equityOf(
              day(first.time),
              day(last.time),
              shownDecimal(first.totalAssetAmount),
              shownDecimal(last.totalAssetAmount),
            )}
          />
          <p class="ends muted" aria-hidden="true">
            <span>
              {day(first.time)} {shownDecimal(first.totalAssetAmount, { places: 2 })}
            </span>
            <span>
              {day(last.time)} {shownDecimal(last.totalAssetAmount, { places: 2 })}
            </span>
          </p>
        </>
      )}
    </section>
  )
}
