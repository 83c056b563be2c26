/** The board on a terminal: read once, changed by events, drawn when something has changed. */
import { answered, type Client, RefusalError } from '../../sdk'
import type { Paint, Screen } from '../shared/terminal'
import { type Board, type BoardOrder, EMPTY, withEvent, withOpenOrders, withState } from './board'
import { boardLines } from './board-lines'
import type { View } from './view'

/** Changes within this time are drawn at once. */
const DRAW_EVERY_MS = 50
const READ_AGAIN_MS = 1_000

export function liveBoard(client: Client, url: string, screen: Screen, paint: Paint): View {
  const failed = Promise.withResolvers<never>()
  let board: Board = EMPTY
  let timer: ReturnType<typeof setTimeout> | null = null
  let reading = false
  let ended = false

  function show(next: Board): void {
    board = next
    timer ??= setTimeout(draw, DRAW_EVERY_MS)
  }

  function draw(): void {
    timer = null
    const { columns, rows } = screen
    if (!ended) screen.draw(boardLines(board, url, { columns, rows, paint }))
  }

  async function readOpenOrders(accountId: string): Promise<void> {
    while (!ended) {
      try {
        return show(withOpenOrders(board, await openOrders(client, accountId)))
      } catch (error) {
        if (error instanceof RefusalError && !error.isTemporary) return failed.reject(error)
        await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS))
      }
    }
  }

  return {
    state(state) {
      show(withState(board, state))
      if (state.state !== 'live' || reading) return
      reading = true
      void readOpenOrders(state.accountId)
    },
    event: (event) => show(withEvent(board, event)),
    failed: failed.promise,
    end() {
      ended = true
      if (timer !== null) clearTimeout(timer)
      screen.leave()
    },
  }
}

async function openOrders(client: Client, accountId: string): Promise<readonly BoardOrder[]> {
  const headers = { 'x-service-account-id': accountId }
  const all: BoardOrder[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { status: 'OPEN', limit: 100, ...(cursor !== undefined && { cursor }) } as const
    const page = await answered(client.api.v1.orders.get({ query, headers }))
    all.push(...page.orders)
    cursor = page.nextCursor
    if (cursor === undefined) return all
  }
}
