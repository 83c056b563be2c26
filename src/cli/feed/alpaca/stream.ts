/**
 * The vendor's stream: authentication, subscriptions, data, errors, and a new connection with
 * growing waits after a loss ("WebSocket Stream" of its documentation). The free plan has one
 * connection and 30 symbols.
 */

import { lookup } from 'node:dns/promises'
import { plural } from '../../../core/text'
import type { Alarm } from '../../../market/clock'
import { openTimers } from '../timers'
import { parseExactly } from './exact-json'
import type { VendorMessage } from './translate'

export interface AlpacaStream {
  /** The most wanted first; those beyond the limit are left out. */
  want(symbols: readonly string[]): void
  close(): void
  /** Why it cannot go on: a key that is wrong, say. */
  readonly failed: Promise<string>
}

export interface AlpacaStreamDeps {
  /** `wss://stream.data.alpaca.markets/v2/iex` */
  readonly url: string
  readonly keyId: string
  readonly secret: string
  readonly symbolsMax: number
  readonly after: Alarm
  readonly data: (message: VendorMessage) => void
  /** These are heard from now on; what came before must be asked for. */
  readonly subscribed: (symbols: readonly string[]) => void
  readonly say: (text: string) => void
}

const AGAIN_AFTER_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000]
const AWAY = "the vendor's stream cannot be reached"
/** Authentication failed, and a plan that lacks what was asked for. */
const FATAL = ['402', '409']
const SYMBOL_LIMIT = '405'
const CONNECTION_LIMIT = '406'

export function openAlpacaStream(deps: AlpacaStreamDeps): AlpacaStream {
  const { url, keyId, secret, say } = deps
  const { later, cancelAll } = openTimers(deps.after)
  const failed = Promise.withResolvers<string>()
  let symbolsMax = deps.symbolsMax
  let wanted: readonly string[] = []
  let heard = new Set<string>()
  let statuses = true
  let socket: WebSocket | null = null
  let ready = false
  let tries = 0
  let closed = false

  function connect(): void {
    if (closed) return
    const opened = new WebSocket(url)
    let answers = false
    socket = opened
    ready = false
    opened.onopen = () => {
      answers = true
    }
    opened.onmessage = ({ data }) => {
      for (const message of messagesIn(String(data))) receive(message)
    }
    opened.onclose = () => {
      if (closed || socket !== opened) return
      ready = false
      heard = new Set()
      const waitMs = AGAIN_AFTER_MS[Math.min(tries, AGAIN_AFTER_MS.length - 1)] ?? 0
      tries++
      const again = `trying again in ${waitMs / 1_000} s`
      if (answers) say(`the vendor's stream is closed; ${again}`)
      else void unreachable(url).then((why) => say(`${AWAY}: ${why}; ${again}`))
      later(waitMs, connect)
    }
  }

  const send = (message: object): void => socket?.send(JSON.stringify(message))

  function receive(message: VendorMessage): void {
    switch (message.T) {
      case 'success':
        if (message.msg === 'connected') send({ action: 'auth', key: keyId, secret })
        if (message.msg !== 'authenticated') break
        ready = true
        tries = 0
        say('the vendor has taken the key')
        subscribe()
        break
      case 'subscription':
        break
      case 'error':
        refused(String(message.code), String(message.msg))
        break
      default:
        deps.data(message)
    }
  }

  function refused(code: string, text: string): void {
    if (code === '409' && statuses && ready) {
      // Trading states are no part of every plan.
      statuses = false
      say('the plan has no trading states: halts will not be known')
      heard = new Set()
      subscribe()
      return
    }
    if (FATAL.includes(code)) {
      closed = true
      socket?.close()
      failed.resolve(`The vendor refuses: ${text} (${code}).`)
      return
    }
    say(`the vendor says: ${text} (${code})`)
    if (code === SYMBOL_LIMIT) {
      symbolsMax = Math.max(1, Math.floor(symbolsMax / 2))
      say(`asking for ${plural(symbolsMax, 'symbol')} at most`)
      heard = new Set()
      subscribe()
    }
    // Another program has the one connection: trying often would only disturb it.
    if (code === CONNECTION_LIMIT) tries = AGAIN_AFTER_MS.length - 1
  }

  function subscribe(): void {
    if (!ready) return
    const now = wanted.slice(0, symbolsMax)
    const gone = [...heard].filter((symbol) => !now.includes(symbol))
    const added = now.filter((symbol) => !heard.has(symbol))
    if (gone.length > 0) send({ action: 'unsubscribe', ...channels(gone) })
    if (added.length > 0) send({ action: 'subscribe', ...channels(added) })
    heard = new Set(now)
    if (added.length > 0) deps.subscribed(added)
  }

  const channels = (symbols: readonly string[]) => ({
    quotes: symbols,
    trades: symbols,
    bars: symbols,
    updatedBars: symbols,
    ...(statuses && { statuses: symbols }),
  })

  connect()
  return {
    failed: failed.promise,
    want(symbols) {
      if (symbols.length > symbolsMax && wanted.length <= symbolsMax) {
        const wantedNow = plural(symbols.length, 'symbol is', 'symbols are')
        say(`${wantedNow} wanted, and ${symbolsMax} can be heard`)
      }
      wanted = symbols
      subscribe()
    },
    close() {
      closed = true
      cancelAll()
      socket?.close()
    },
  }
}

/** Why a connection was not made: the name of the host, or the host. */
async function unreachable(url: string): Promise<string> {
  const { hostname, host } = new URL(url)
  return lookup(hostname).then(
    () => `nothing answers at ${host}`,
    () => `the name ${hostname} is not resolved`,
  )
}

/** Always a list; what is no JSON is left out. */
function messagesIn(text: string): readonly VendorMessage[] {
  try {
    const list = parseExactly(text)
    return Array.isArray(list) ? list.map((one) => Object(one)) : []
  } catch {
    return []
  }
}
