/** The controls of the market, and what was done with them since the page was opened. */
import { signal } from '@preact/signals'
import { answered, type Client } from '../../sdk'
import { marketClock } from './market-clock'
import { reached } from './polled'

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

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The answer of `/sandbox/<path>`. Throws the refusal, or that there is no answer. */
export async function callSandbox(
  from: Client,
  method: Method,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const sent = from
    .fetch(`/sandbox/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    .then(async (response) => {
      const value: unknown = await response.json()
      const { status } = response
      return response.ok ? { data: value, error: null } : { data: null, error: { status, value } }
    })
  return Object(await reached(answered(sent)))
}

/** Does it, and notes it with its outcome. Throws what callSandbox throws. */
export async function steer(
  from: Client,
  what: string,
  method: Exclude<Method, 'GET'>,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  let error: unknown = null
  try {
    return await callSandbox(from, method, path, body)
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
