/** The account's conditional orders leg by leg, in progress and ended. */
import { useEffect, useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import { client } from '../../data/client'
import {
  type ConditionalOrder,
  conditionalOrders,
  readConditional,
} from '../../data/conditional-orders'
import { usePages, usePolled } from '../../data/polled'
import { isOpenLeg } from '../../parts/leg'
import { keyOfLeg, type LegRow, legColumns } from '../../parts/leg-table'
import { legText, partsText } from '../../parts/text'
import { Moment, shownZoneName } from '../../shell/zone'
import { CopyRow } from '../../ui/button'
import { type Column, Table } from '../../ui/table'
import { conditionalOf, type Filters, More, Nothing } from './listing'
import { ordersText } from './text'

export function ConditionalList({ filters }: { readonly filters: Filters }) {
  const paged = usePages(JSON.stringify(['conditional', filters]), conditionalOf(filters))
  const [opened, setOpened] = useState<string | null>(null)
  const shown = usePolled(conditionalOrders)
  const live = shown.state === 'ready' ? shown.value : null
  const open = new Map((live ?? []).map((group) => [group.conditionalOrderId, group]))
  const hasEnded = (group: ConditionalOrder): boolean =>
    live !== null && group.legs.some(isOpenLeg) && !open.has(group.conditionalOrderId)
  const ended = useEnded(paged.rows.filter(hasEnded).map((group) => group.conditionalOrderId))
  const rows = paged.rows.flatMap((read): readonly LegRow[] => {
    const id = read.conditionalOrderId
    const group = open.get(id) ?? ended.get(id) ?? read
    return group.legs.map((leg) => ({ group, leg }))
  })
  return (
    <>
      {rows.length > 0 && (
        <Table
          caption={ordersText().conditional}
          columns={columns()}
          rows={rows}
          keyOf={keyOfLeg}
          isChosen={(row) => keyOfLeg(row) === opened}
          onChoose={(row) => setOpened(keyOfLeg(row) === opened ? null : keyOfLeg(row))}
          detail={(row) => (keyOfLeg(row) === opened ? <LegLife {...row} /> : null)}
        />
      )}
      {rows.length === 0 && paged.state === 'ready' && <Nothing />}
      <More list={paged} />
    </>
  )
}

/** Reads conditional orders that have ended since their page was read, each once. */
function useEnded(ids: readonly string[]): ReadonlyMap<string, ConditionalOrder> {
  const [found, setFound] = useState<ReadonlyMap<string, ConditionalOrder>>(new Map())
  const from = client.value
  const missing = ids.filter((id) => !found.has(id)).join(' ')
  useEffect(() => {
    if (from === null || missing === '') return
    let over = false
    for (const id of missing.split(' ')) {
      readConditional(from, id).then(
        (group) => over || setFound((before) => new Map([...before, [id, group]])),
        () => {},
      )
    }
    return () => {
      over = true
    }
  }, [from, missing])
  return found
}

function columns(): readonly Column<LegRow>[] {
  const of = legColumns()
  const time: Column<LegRow> = {
    key: 'time',
    label: partsText().time(shownZoneName.value),
    wide: true,
    cell: ({ group }) => <Moment at={group.requestedAt} dated />,
  }
  return [of.symbol, time, of.leg, of.side, of.quantity, of.filled, of.price, of.valid, of.status]
}

/** What became of the leg, in the server's own sentences, and its ids. */
function LegLife({ group, leg }: LegRow) {
  const say = partsText()
  const text = useLegText({ group, leg })
  return (
    <section class="order-life" aria-label={say.life}>
      {text !== null && (
        <>
          <h3>{say.explanation}</h3>
          <p class="muted" lang="en">
            {text}
          </p>
        </>
      )}
      <dl class="ids">
        <CopyRow label={legText().conditionalOrderId} text={group.conditionalOrderId} />
        <CopyRow label={say.clientOrderId} text={group.clientOrderId} />
        {leg.orderId !== undefined && <CopyRow label={say.orderId} text={leg.orderId} />}
      </dl>
    </section>
  )
}

/** Null until it is read. It is read again when the leg changes. */
function useLegText({ group, leg }: LegRow): string | null {
  const [text, setText] = useState<string | null>(null)
  const from = client.value
  const { conditionalOrderId } = group
  useEffect(() => {
    if (from === null) return
    let over = false
    const explained = answered(
      from.api.paper['conditional-orders']({ conditionalOrderId }).explanation.get(),
    )
    explained.then(
      ({ legs }) => over || setText(legs.find((each) => each.leg === leg.leg)?.text ?? null),
      () => {},
    )
    return () => {
      over = true
    }
  }, [from, conditionalOrderId, leg.leg, leg.updatedAt])
  return text
}
