/**
 * Controls of the market: its clock, the pinned quote of an instrument, and what restricts its
 * orders.
 */
import { useState } from 'preact/hooks'
import { marketClock, marketNowMs, useQuote } from '../../data/market'
import { usePolled } from '../../data/polled'
import { pins, useSteering } from '../../data/sandbox'
import { chosenSymbol, nameOfInstrument, useInstrument } from '../../data/symbol'
import { SymbolSearch } from '../../parts/instruments'
import { BidAsk, PinnedMark } from '../../parts/prices'
import { sessionName } from '../../shell/text'
import { Moment } from '../../shell/zone'
import { Button, Choice } from '../../ui/button'
import { faultAt, faultElsewhere, SelectField, TextField } from '../../ui/form-field'
import { Money } from '../../ui/number'
import { Empty, RefusalNote, Waiting } from '../../ui/states'
import { Table } from '../../ui/table'
import { exactTime, NEW_YORK_ZONE, weekdayAndDate } from '../../ui/when'
import { sandboxText } from './text'

const SPEEDS: readonly string[] = ['0', '1', '10', '60', '600']
const STEPS = [
  ['second', 'PT1S'],
  ['minute', 'PT1M'],
  ['hour', 'PT1H'],
  ['day', 'P1D'],
] as const

export function ClockPanel() {
  const say = sandboxText()
  const { busy, fault, steer } = useSteering()
  const { value: shown } = marketClock.shown
  if (shown.state !== 'ready') return <Waiting lines={4} />
  const { simulated, speed, speedReached, session, nextRegularOpeningAt, nextRegularClosingAt } =
    shown.value
  const nowMs = marketNowMs.value
  const move = (how: string, body: object) => void steer(say.didAdvance(how), 'POST', 'clock', body)
  const speedOf = (each: string) => (each === '0' ? say.pause : say.times(Number(each)))
  return (
    <section class="panel sandbox-clock">
      <h2>{say.clock}</h2>
      <p class="time" role="timer">
        {nowMs !== null && (
          <>
            <b>{exactTime(nowMs, NEW_YORK_ZONE)}</b>{' '}
            <span class="muted">
              {weekdayAndDate(nowMs, NEW_YORK_ZONE)} {say.newYork} · {sessionName(session)} ·{' '}
              {speed === 0 ? say.paused : say.times(speed)}
              {speedReached !== null &&
                speedReached < speed &&
                ` · ${say.reaches(speedReached.toFixed(0))}`}
            </span>
          </>
        )}
      </p>
      {!simulated && <p class="muted">{say.systemClock}</p>}
      {simulated && (
        <>
          <div class="row">
            <Choice
              label={say.setSpeed}
              name="speed"
              value={String(speed)}
              options={SPEEDS.map((each) => [each, speedOf(each)])}
              onChange={(each) =>
                void steer(say.didSpeed(speedOf(each)), 'POST', 'clock', { speed: Number(each) })
              }
            />
          </div>
          <div class="row">
            {STEPS.map(([name, advance]) => (
              <Button key={name} busy={busy} onClick={() => move(say[name], { advance })}>
                {say[name]}
              </Button>
            ))}
            {nextRegularOpeningAt !== null && (
              <Button busy={busy} onClick={() => move(say.toOpening, { to: nextRegularOpeningAt })}>
                {say.toOpening}
              </Button>
            )}
            {nextRegularClosingAt !== null && (
              <Button busy={busy} onClick={() => move(say.toClosing, { to: nextRegularClosingAt })}>
                {say.toClosing}
              </Button>
            )}
          </div>
        </>
      )}
      {fault !== null && <RefusalNote error={fault} />}
    </section>
  )
}

const STATES = ['TRADABLE', 'SELL_ONLY', 'BUY_ONLY', 'SUSPENDED'] as const
type State = (typeof STATES)[number]
const FIELDS = ['bidPrice', 'askPrice']

export function InstrumentPanel() {
  const say = sandboxText()
  const [symbol, setSymbol] = useState(chosenSymbol.peek())
  return (
    <section class="panel">
      <div class="row heading">
        <h2>{say.instrument}</h2>
        <SymbolSearch label={say.choose} onChoose={setSymbol} />
      </div>
      <Controls key={symbol} symbol={symbol} />
    </section>
  )
}

function Controls({ symbol }: { readonly symbol: string }) {
  const say = sandboxText()
  const { busy, fault, steer } = useSteering()
  const [bid, setBid] = useState('')
  const [ask, setAsk] = useState('')
  const instrument = useInstrument(symbol)
  const quote = useQuote(symbol).value
  const [changed, setChanged] = useState<State | null>(null)
  const path = `quotes/${symbol}`
  const pin = async (event: Event) => {
    event.preventDefault()
    const body = { bidPrice: Number(bid), askPrice: Number(ask) }
    if (await steer(say.didPin(symbol, bid, ask), 'PUT', path, body)) pins.reload()
  }
  const release = async () => {
    if (await steer(say.didRelease(symbol), 'DELETE', path)) pins.reload()
  }
  const choose = async (tradable: State) => {
    const what = say.didChange(symbol, say[tradable])
    if (await steer(what, 'PUT', `instruments/${symbol}`, { tradable })) setChanged(tradable)
  }
  return (
    <div class="stack">
      <p>
        <b>{symbol}</b> <span class="muted">{instrument && nameOfInstrument(instrument)}</span>{' '}
        <Money value={quote?.price} live /> <BidAsk symbol={symbol} />{' '}
        <PinnedMark symbol={symbol} />
      </p>
      <form class="row fields" onSubmit={(event) => void pin(event)}>
        <TextField
          label={say.bid}
          value={bid}
          inputMode="decimal"
          placeholder={quote?.bidPrice ?? ''}
          onInput={setBid}
          fault={faultAt('bidPrice', fault)}
        />
        <TextField
          label={say.ask}
          value={ask}
          inputMode="decimal"
          placeholder={quote?.askPrice ?? ''}
          onInput={setAsk}
          fault={faultAt('askPrice', fault)}
        />
        <Button kind="sandbox" type="submit" busy={busy} disabled={bid === '' || ask === ''}>
          {say.pin}
        </Button>
        <Button busy={busy} disabled={quote?.pinned !== true} onClick={() => void release()}>
          {say.release}
        </Button>
      </form>
      <p class="muted">{say.pinned}</p>
      <SelectField
        label={say.tradable}
        value={changed ?? instrument?.tradable ?? 'TRADABLE'}
        options={STATES.map((state) => [state, say[state]])}
        onChange={(state) => void choose(state)}
      />
      {fault !== null && faultElsewhere(FIELDS, fault) !== undefined && (
        <RefusalNote error={fault} />
      )}
    </div>
  )
}

/** All pinned quotes. */
export function PinsPanel() {
  const say = sandboxText()
  const { busy, fault, steer } = useSteering()
  const shown = usePolled(pins)
  const rows = shown.state === 'ready' ? shown.value : []
  const release = async (symbol: string) => {
    if (await steer(say.didRelease(symbol), 'DELETE', `quotes/${symbol}`)) pins.reload()
  }
  return (
    <section class="panel sandbox-wide">
      <h2>{say.pins}</h2>
      {shown.state === 'ready' && rows.length === 0 && <Empty title={say.noPins} />}
      {rows.length > 0 && (
        <Table
          caption={say.pins}
          rows={rows}
          keyOf={({ symbol }) => symbol}
          columns={[
            { key: 'symbol', label: say.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
            {
              key: 'bid',
              label: say.bid,
              numeric: true,
              cell: ({ bidPrice }) => <Money value={bidPrice} />,
            },
            {
              key: 'ask',
              label: say.ask,
              numeric: true,
              cell: ({ askPrice }) => <Money value={askPrice} />,
            },
            {
              key: 'since',
              label: say.since,
              cell: ({ pinnedAt }) => pinnedAt !== undefined && <Moment at={pinnedAt} dated />,
            },
            {
              key: 'release',
              label: '',
              cell: ({ symbol }) => (
                <Button
                  busy={busy}
                  aria-label={say.releaseNamed(symbol)}
                  onClick={() => void release(symbol)}
                >
                  {say.release}
                </Button>
              ),
            },
          ]}
        />
      )}
      {fault !== null && <RefusalNote error={fault} />}
    </section>
  )
}
