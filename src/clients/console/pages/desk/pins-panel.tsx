/** The quotes that are pinned now, whoever pinned them. */
import { pins } from '../../data/pins'
import { usePolled } from '../../data/polled'
import { Button } from '../../ui/button'
import { Moment } from '../../ui/moment'
import { Money } from '../../ui/number'
import { RefusalNote } from '../../ui/refusal-note'
import { Empty } from '../../ui/states'
import { Table } from '../../ui/table'
import { deskText } from './text'
import { useSteering } from './use-steering'

export function PinsPanel() {
  const say = deskText()
  const { busy, fault, steer } = useSteering()
  const shown = usePolled(pins)
  const rows = shown.state === 'ready' ? shown.value : []
  const release = async (symbol: string) => {
    if (await steer(say.didRelease(symbol), 'DELETE', `quotes/${symbol}`)) pins.reload()
  }
  return (
    <section class="panel desk-wide">
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
