/** The buttons that cancel all orders and close holdings, each with its dialog [console.exits]. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { answered, type Client } from '../../../../sdk'
import { account, type Holding, holdings } from '../../../data/account'
import { useIntention } from '../../../data/intention'
import {
  type ConditionalOrder,
  conditionalOrders,
  openConditionalOrders,
  openOrders,
} from '../../../data/orders'
import { accountId, client } from '../../../data/session'
import { nameOfGroup } from '../../../parts/leg'
import { StatusCell } from '../../../parts/order-table'
import { partsText } from '../../../parts/text'
import { Button, Choice } from '../../../ui/button'
import { shownDecimal } from '../../../ui/decimal'
import { Dialog, DialogForm, FormDialog, useCall } from '../../../ui/dialog'
import { exitsText } from '../text'
import { PORTIONS } from '../ticket'
import '../trade.css'

const cancelAll = (from: Client) => answered(from.api.paper.orders.delete())
const close = (from: Client, { symbol }: Holding, percent: number, clientOrderId: string) =>
  answered(from.api.paper.holdings({ symbol }).close.post({ percent, clientOrderId }))
const closeAll = (from: Client, clientOrderId: string) =>
  answered(from.api.paper.holdings.close.post({ clientOrderId }))

type Canceled = Awaited<ReturnType<typeof cancelAll>>
type ClosedAll = Awaited<ReturnType<typeof closeAll>>

/** Reads what the orders of a close have changed. */
function reloadAll(): void {
  conditionalOrders.reload()
  holdings.reload()
  account.reload()
}

/** Cancels everything that is open, after a question. Absent while nothing is. */
export function CancelAll() {
  const [opened, setOpened] = useState(false)
  const isOpen = (openOrders.value?.length ?? 0) + openConditionalOrders().length > 0
  return (
    <>
      {isOpen && <Button onClick={() => setOpened(true)}>{exitsText().cancelAll}</Button>}
      {opened && <CancelAllDialog onClose={() => setOpened(false)} />}
    </>
  )
}

/** Asks, and then lists what became of each order. */
function CancelAllDialog({ onClose }: { readonly onClose: () => void }) {
  const say = exitsText()
  const [result, setResult] = useState<readonly CanceledRow[] | null>(null)
  const call = useCall()
  const submit = () => {
    const from = client.peek()
    if (from === null) return
    const before = openConditionalOrders()
    call.run(
      () => cancelAll(from),
      (answer) => {
        setResult(rowsOf(answer, before))
        reloadAll()
      },
    )
  }
  return (
    <Dialog title={result === null ? say.cancelAll : say.canceledTitle} onClose={onClose}>
      {result === null ? (
        <DialogForm
          action={say.cancelAll}
          call={call}
          shownAt={[]}
          onSubmit={submit}
          onClose={onClose}
        >
          <p>{say.cancelAllHelp(openOrders.value?.length ?? 0, openConditionalOrders().length)}</p>
        </DialogForm>
      ) : (
        <Outcomes onClose={onClose}>
          <CanceledList rows={result} />
        </Outcomes>
      )}
    </Dialog>
  )
}

interface CanceledRow {
  readonly id: string
  readonly name: string
  readonly status: ComponentChildren
}

/** What became of each order, in words. `before` has what was open before. */
function rowsOf(
  { orders, conditionalOrderIds }: Canceled,
  before: readonly ConditionalOrder[],
): readonly CanceledRow[] {
  const named = new Map(before.map((group) => [group.conditionalOrderId, nameOfGroup(group)]))
  return [
    ...orders.map((order) => ({
      id: order.orderId,
      name: `${partsText()[order.side]} ${shownDecimal(order.quantity)} ${order.symbol}`,
      status: <StatusCell order={order} />,
    })),
    ...conditionalOrderIds.map((id) => ({
      id,
      name: named.get(id) ?? id,
      status: exitsText().canceled,
    })),
  ]
}

function CanceledList({ rows }: { readonly rows: readonly CanceledRow[] }) {
  if (rows.length === 0) return <p>{exitsText().none}</p>
  return (
    <ul class="outcomes">
      {rows.map(({ id, name, status }) => (
        <li key={id}>
          {name}: {status}
        </li>
      ))}
    </ul>
  )
}

interface OutcomesProps {
  readonly children: ComponentChildren
  readonly onClose: () => void
}

const Outcomes = ({ children, onClose }: OutcomesProps) => (
  <>
    {children}
    <div class="row actions">
      <Button kind="primary" onClick={onClose}>
        {exitsText().done}
      </Button>
    </div>
  </>
)

interface CloseDialogProps {
  readonly holding: Holding
  readonly onClose: () => void
}

/** Sells a holding, or a part of it, whatever orders hold its shares. */
export function CloseDialog({ holding, onClose }: CloseDialogProps) {
  const say = exitsText()
  const [percent, setPercent] = useState(100)
  const call = useCall()
  const idOf = useIntention()
  const submit = () => {
    const from = client.peek()
    if (from === null) return
    const clientOrderId = idOf([accountId.peek(), holding.symbol, percent])
    call.run(
      () => close(from, holding, percent, clientOrderId),
      () => {
        reloadAll()
        onClose()
      },
    )
  }
  return (
    <FormDialog
      title={say.closeNamed(holding.symbol)}
      action={say.closeNamed(holding.symbol)}
      call={call}
      shownAt={[]}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{say.closeHelp}</p>
      <Choice
        label={say.part}
        name="close-part"
        value={String(percent)}
        options={PORTIONS.map((each) => [String(each), `${each} %`])}
        onChange={(text) => setPercent(Number(text))}
      />
    </FormDialog>
  )
}

/** Sells all holdings, after a question. */
export function CloseAll({ count }: { readonly count: number }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      {count > 0 && <Button onClick={() => setOpened(true)}>{exitsText().closeAll}</Button>}
      {opened && <CloseAllDialog count={count} onClose={() => setOpened(false)} />}
    </>
  )
}

interface CloseAllProps {
  readonly count: number
  readonly onClose: () => void
}

/** Asks, and then lists the orders that sell, and the holdings that stay. */
function CloseAllDialog({ count, onClose }: CloseAllProps) {
  const say = exitsText()
  const [result, setResult] = useState<ClosedAll | null>(null)
  const call = useCall()
  const idOf = useIntention()
  const submit = () => {
    const from = client.peek()
    if (from === null) return
    const clientOrderId = idOf(accountId.peek())
    call.run(
      () => closeAll(from, clientOrderId),
      (answer) => {
        setResult(answer)
        reloadAll()
      },
    )
  }
  return (
    <Dialog title={say.closeAll} onClose={onClose}>
      {result === null ? (
        <DialogForm
          action={say.closeAll}
          call={call}
          shownAt={[]}
          onSubmit={submit}
          onClose={onClose}
        >
          <p>{say.closeAllHelp(count)}</p>
        </DialogForm>
      ) : (
        <Outcomes onClose={onClose}>
          <ul class="outcomes">
            {result.orders.map(({ orderId, symbol, quantity }) => (
              <li key={orderId}>
                <b>{symbol}</b> {say.sold(shownDecimal(quantity))}
              </li>
            ))}
            {result.refusals.map(({ symbol, message }) => (
              <li key={symbol} class="refusal">
                <b>{symbol}</b> {message}
              </li>
            ))}
          </ul>
        </Outcomes>
      )}
    </Dialog>
  )
}
