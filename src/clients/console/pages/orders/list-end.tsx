/** The end of a list: that it is empty, or the button for its next page. */
import type { Paged } from '../../data/pages'
import { Button } from '../../ui/button'
import { Empty, Failed, Waiting } from '../../ui/states'
import { uiText } from '../../ui/text'
import { ordersText } from './text'

export const Nothing = () => (
  <Empty title={ordersText().none}>
    <p>{ordersText().noneHelp}</p>
  </Empty>
)

/** A button that reads the next page of a list, or the state of the reading. */
export function More<Row>({ list }: { readonly list: Paged<Row> }) {
  if (list.state === 'failed') return <Failed error={list.error} onAgain={list.again} />
  if (list.state === 'loading') return <Waiting lines={list.rows.length === 0 ? 6 : 1} />
  if (list.more === null) return null
  return (
    <p class="row">
      <Button onClick={list.more}>{uiText().more}</Button>
    </p>
  )
}
