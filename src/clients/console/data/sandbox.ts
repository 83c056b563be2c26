/** The controls of the market, and what was done with them since the page was opened. */
import { treaty } from '@elysiajs/eden'
import { signal } from '@preact/signals'
import type { SandboxApp } from '../../../api/app'
import { answered, type Client } from '../../sdk'
import { marketClock } from './market-clock'
import { jsonIn, polled, reached } from './polled'

export interface Steered {
  readonly number: number
  /** The market's time when it was done; null where it was not known. */
  readonly at: string | null
  readonly what: string
  /** Null where it worked. */
  readonly error: unknown
}

/** The newest first. */
export const steered = signal<readonly Steered[]>([])
const KEPT = 100

type Method = 'POST' | 'PUT' | 'DELETE'

/** The controls, with the client's token; answers are inferred from the server's endpoints. */
export const sandboxOf = (from: Client) =>
  treaty<SandboxApp>(location.origin, {
    parseDate: false,
    fetcher: fetchOf(from),
  }).sandbox

const fetchOf = (from: Client) =>
  Object.assign(
    (asked: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { pathname, search } = new URL(asked instanceof Request ? asked.url : asked)
      return from.fetch(pathname + search, init)
    },
    { preconnect: () => {} },
  )

/** Sends a change to `/sandbox/<path>`. Throws the refusal, or that there is no answer. */
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

/** Does it, and notes it with its outcome. Throws what `change` throws. */
export async function steer(
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
    const number = (steered.value[0]?.number ?? 0) + 1
    steered.value = [{ number, at, what, error }, ...steered.value].slice(0, KEPT)
    marketClock.reload()
  }
}

/** The quotes that the sandbox has pinned. */
const EVERY_MS = 3_000

export const pins = polled(
  async (from) => (await reached(answered(sandboxOf(from).quotes.get()))).quotes,
  EVERY_MS,
)
