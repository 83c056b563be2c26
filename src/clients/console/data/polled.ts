/**
 * Answers of the API that are read periodically while a page shows them, and lists that are read
 * page by page.
 */
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { answered, type Client, RefusalError } from '../../sdk'
import { client } from './session'
import { after } from './time'

type Shown<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  /** `error` is why the last attempt failed, and null if it did not; the value is older then. */
  | { readonly state: 'ready'; readonly value: Value; readonly error: unknown }

interface Polled<Value> {
  readonly shown: ReadonlySignal<Shown<Value>>
  /** Reads it now. */
  reload(): void
  /** Reads it until the function that this returns is called. */
  watch(): () => void
}

/** The server did not answer the last request. */
export const unreachable = signal(false)

/** A browser alone would wait for minutes on a network that drops all packets. */
const ANSWER_MS_MAX = 10_000

/** Notes in `unreachable` whether there was an answer. Rejects if there is none in time. */
export async function reached<Answer>(call: Promise<Answer>): Promise<Answer> {
  const silence = Promise.withResolvers<never>()
  const cancel = after(ANSWER_MS_MAX, () => silence.reject(new Error('no answer')))
  try {
    const answer = await Promise.race([call, silence.promise])
    unreachable.value = false
    return answer
  } catch (error) {
    unreachable.value = !(error instanceof RefusalError)
    throw error
  } finally {
    cancel()
  }
}

/** Reads for the account in use, `everyMs` after the last answer; never two at once. */
export function polled<Value>(
  load: (client: Client) => Promise<Value>,
  everyMs: number,
): Polled<Value> {
  const shown = signal<Shown<Value>>({ state: 'loading' })
  let watchers = 0
  let stopFollowing = (): void => {}
  let cancelNext = (): void => {}
  /** Counts the accounts, so that an answer for an earlier one is ignored. */
  let turn = 0
  let reading = false
  let again = false

  async function read(from: Client): Promise<void> {
    cancelNext()
    if (reading) {
      again = true
      return
    }
    reading = true
    const mine = turn
    try {
      const value = await reached(load(from))
      if (mine === turn) shown.value = { state: 'ready', value, error: null }
    } catch (error) {
      const { value: before } = shown
      if (mine === turn) {
        shown.value = before.state === 'ready' ? { ...before, error } : { state: 'failed', error }
      }
    }
    reading = false
    const now = untracked(() => client.value)
    if (watchers === 0 || now === null) return
    if (again || mine !== turn) {
      again = false
      void read(now)
    } else cancelNext = after(everyMs, () => whenSeen(reload))
  }

  function reload(): void {
    const now = client.peek()
    if (now !== null && watchers > 0) void read(now)
  }

  function start(): void {
    let before: Client | null = null
    stopFollowing = effect(() => {
      const now = client.value
      turn++
      if (before !== null && before !== now) shown.value = { state: 'loading' }
      before = now
      if (now !== null) untracked(() => void read(now))
    })
  }

  return {
    shown,
    reload,
    watch() {
      if (watchers++ === 0) start()
      return () => {
        if (--watchers > 0) return
        stopFollowing()
        cancelNext()
        turn++
      }
    },
  }
}

/** Runs `work` now, or for a hidden page when it is visible again. */
function whenSeen(work: () => void): void {
  if (document.visibilityState === 'visible') work()
  else document.addEventListener('visibilitychange', () => whenSeen(work), { once: true })
}

/** The newest value. It is read while the component is mounted. */
export function usePolled<Value>(source: Polled<Value>): Shown<Value> {
  useEffect(() => source.watch(), [source])
  return source.shown.value
}

/** Reads a path of the API. Throws the refusal, or an error if there is no answer. */
export async function readAt<Answer>(
  from: Client,
  path: string,
  query: URLSearchParams,
): Promise<Answer> {
  const sent = from.fetch(`${path}?${query}`).then(jsonIn)
  // safe: the server's schemas check what it answers on its paths.
  return (await answered(sent)) as Answer
}

/** The JSON of a response, as `answered` takes it. */
export async function jsonIn(response: Response) {
  const value: unknown = await response.json()
  const { status } = response
  return response.ok ? { data: value, error: null } : { data: null, error: { status, value } }
}

export interface PageOf<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | undefined
}

export type ReadPage<Row> = (client: Client, cursor: string | undefined) => Promise<PageOf<Row>>

export interface Paged<Row> {
  readonly rows: readonly Row[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly error: unknown
  /** Null if there are no more. */
  readonly more: (() => void) | null
  /** Reads the page that has failed again. */
  readonly again: () => void
  /** Reads the first page again. */
  readonly restart: () => void
}

/** The pages of the query that `key` names; another key starts at the first page. */
export function usePages<Row>(key: string, read: ReadPage<Row>): Paged<Row> {
  const from = client.value
  const [rows, setRows] = useState<readonly Row[]>([])
  const [next, setNext] = useState<string | undefined>(undefined)
  const [state, setState] = useState<Paged<Row>['state']>('loading')
  const [error, setError] = useState<unknown>(null)
  /** The page to read; without a cursor the first one. */
  const [position, setPosition] = useState<{ readonly key: string; readonly cursor?: string }>({
    key,
  })

  useEffect(() => {
    if (from === null) return
    const cursor = position.key === key ? position.cursor : undefined
    let over = false
    setState('loading')
    if (cursor === undefined) setRows([])
    reached(read(from, cursor)).then(
      (page) => {
        if (over) return
        setRows((before) => (cursor === undefined ? page.rows : [...before, ...page.rows]))
        setNext(page.nextCursor)
        setState('ready')
      },
      (fault: unknown) => {
        if (over) return
        setError(fault)
        setState('failed')
      },
    )
    return () => {
      over = true
    }
  }, [from, key, position])

  const more =
    next === undefined || state !== 'ready' ? null : () => setPosition({ key, cursor: next })
  return {
    rows,
    state,
    error,
    more,
    again: () => setPosition({ ...position }),
    restart: () => setPosition({ key }),
  }
}

const PAGES_MAX = 200

/** Reads all pages. Throws the refusal of any. */
export async function readAll<Row>(from: Client, read: ReadPage<Row>): Promise<readonly Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await reached(read(from, cursor))
    rows.push(...page.rows)
    cursor = page.nextCursor
    if (cursor === undefined) break
  }
  return rows
}
