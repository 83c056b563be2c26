/** A list of the API that is read page by page, by its cursor. */
import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../../sdk'
import { client } from './client'
import { reached } from './polled'

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
