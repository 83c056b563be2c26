/** Reads the next page of a list, and says what is under way. */
import type { Paged } from '../data/pages'
import { Button } from './button'
import { Failed, Waiting } from './states'
import { uiText } from './text'

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
