/** The keys that work on every page. */
import { change } from '../pages/trade/ticket'
import { focusTicket } from '../pages/trade/ticket-focus'
import { searchField } from '../parts/symbol-search'
import { currentPage, go } from './router'
import type { Shortcut } from './shortcuts'
import { shellText } from './text'

/** The pages that have a search. */
const WITH_SEARCH: readonly string[] = ['', 'market']

export function everywhere(showKeys: () => void): readonly Shortcut[] {
  const order = (side: 'BUY' | 'SELL') => () => {
    if (currentPage.peek() !== '') go('')
    change({ side })
    focusTicket()
  }
  const search = (): void => {
    if (!WITH_SEARCH.includes(currentPage.peek())) go('')
    searchField.ask()
  }
  return [
    { key: '/', label: () => shellText().toSearch, run: search },
    { key: 'b', label: () => shellText().toBuy, run: order('BUY') },
    { key: 's', label: () => shellText().toSell, run: order('SELL') },
    { key: '?', label: () => shellText().keyboard, run: showKeys },
  ]
}
