/**
 * The sandbox's controls, one change at a time, and a log of the changes since the page was
 * opened.
 */
import { treaty } from '@elysiajs/eden'
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { SandboxApp } from '../../../api/app'
import { answered, type Client } from '../../sdk'
import { marketClock } from './market'
import { jsonIn, polled, reached } from './polled'
import { client } from './session'

interface LoggedChange {
  readonly number: number
  /** The market's time of the change; null if unknown. */
  readonly at: string | null
  readonly what: string
  /** Null if it succeeded. */
  readonly error: unknown
}

/** Newest first. */
export const changeLog = signal<readonly LoggedChange[]>([])
const LOGGED_MAX = 100

type Method = 'POST' | 'PUT' | 'DELETE'

/** The controls, with the client's token; answers are inferred from the server's endpoints. */
export const sandboxOf = (from: Client) =>
  treaty<SandboxApp>(location.origin, {
    parseDate: false,
    fetcher: fetchOf(from),
  }).sandbox

const fetchOf = (from: Client) =>
  Object.assign(
    (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      return from.fetch(pathname + search, init)
    },
    { preconnect: () => {} },
  )

/** Sends a change to `/sandbox/<path>`. Throws the refusal, or an error if there is no answer. */
async function change(from: Client, method: Method, path: string, body?: object): Promise<void> {
  const sent = from
    .fetch(`/sandbox/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    .then(jsonIn)
  await reached(answered(sent))
}

/** Sends a change and logs it with its outcome. Throws what `change` throws. */
async function steer(
  from: Client,
  what: string,
  method: Method,
  path: string,
  body?: object,
): Promise<void> {
  let error: unknown = null
  try {
    await change(from, method, path, body)
  } catch (refusal) {
    error = refusal
    throw refusal
  } finally {
    const { value: shown } = marketClock.shown
    const at = shown.state === 'ready' ? shown.value.now : null
    const number = (changeLog.value[0]?.number ?? 0) + 1
    changeLog.value = [{ number, at, what, error }, ...changeLog.value].slice(0, LOGGED_MAX)
    marketClock.reload()
  }
}

const EVERY_MS = 3_000

export const pins = polled(
  async (from) => (await reached(answered(sandboxOf(from).quotes.get()))).quotes,
  EVERY_MS,
)

export function useSteering() {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  return {
    busy,
    fault,
    /** Resolves to whether it succeeded. */
    async steer(
      what: string,
      method: 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
    ): Promise<boolean> {
      const from = client.peek()
      if (from === null || busy) return false
      setBusy(true)
      setFault(null)
      try {
        await steer(from, what, method, path, body)
        return true
      } catch (error) {
        setFault(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
