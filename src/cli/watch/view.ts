/** What shows the events of a watch: a board on a terminal, or lines elsewhere. */
import type { OrderEvent, StreamState } from '../../sdk'
import type { Terminal } from '../shared/terminal'
import { eventLine, stateText } from './board-lines'
import type { WatchOptions } from './options'

export interface View {
  state(state: StreamState): void
  event(event: OrderEvent): void
  /** Rejects when something that the view needs besides the events cannot be read. */
  readonly failed: Promise<never>
  end(): void
}

export function lineView({ json, url }: WatchOptions, terminal: Terminal): View {
  let lastKind = ''
  return {
    state(state) {
      const text = stateText(state, url)
      // Once, however often it tries again while a server is away.
      const kind = state.state === 'waiting' ? state.reason : state.state
      if (state.state === 'connecting' || kind === lastKind) return
      lastKind = kind
      terminal.complain(text)
    },
    event: (event) => terminal.say(json ? JSON.stringify(event) : eventLine(event)),
    failed: new Promise(() => {}),
    end() {},
  }
}
