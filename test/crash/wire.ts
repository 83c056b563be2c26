/** The network between the servers and PostgreSQL, which fails as a scene asks. */
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { fatal, MessageEnds, ORDER_ID, READY } from './messages'

/** `sent` goes to PostgreSQL, `answered` comes from it. */
export type Direction = 'sent' | 'answered'

/** One fault, of the next session that begins what is said. */
export interface Fault {
  readonly begins: 'a connection' | 'a commit'
  /** Commits that pass before. */
  readonly skip: number
  readonly direction: Direction
  /** It strikes behind this byte; `err` behind the message that the byte is in. */
  readonly afterBytes: number
  /** The connection ends; or nothing more is said; or PostgreSQL ends it with an error. */
  readonly how: 'cut' | 'stall' | 'err'
}

export interface Session {
  readonly sent: number
  readonly answered: number
}

export interface Wire {
  /** The database's URL by way of this network. */
  urlOf(target: string): string
  /** From now on new connections lead there. */
  lead(target: string): void
  /** Ends all connections. */
  cut(): void
  /** Open connections receive nothing any more, for ever; new connections work. */
  silence(): void
  /** Nothing gets through, on new connections either, until it is healed. */
  stall(): void
  /** New connections are refused until it is healed. */
  refuse(): void
  /** Each part is late by so many milliseconds until it is healed. */
  delay(ms: number): void
  heal(): void
  /** Calls `struck` when it strikes. */
  arm(fault: Fault, struck: () => void): void
  disarm(): void
  /** The bytes of the next commit of an order, until it is answered. */
  record(skip: number): Promise<Session>
  /** The bytes of the next connection until it is asked nothing more for a moment. */
  recordConnection(): Promise<Session>
  stop(): void
}

/** A statement's answer may make room for one more: what is this short ends the recording. */
const QUIET_MS = 200
const FATAL_CODES = ['57P01', '57P02', '57P05', '25P03'] as const

interface Link {
  readonly near: Socket
  readonly far: Socket
  readonly late: (() => void)[]
  /** Parts that are late, and by how much: what follows must not overtake them. */
  underWay: number
  lagMs: number
  isDeaf: boolean
  /** What is counted since the beginning of what was asked for. */
  counted: { sent: number; answered: number } | null
  ends: MessageEnds
}

/** What waits for a session to begin. */
interface Watch {
  readonly begins: Fault['begins']
  skip: number
  taken: boolean
  /** Takes a part of the session in hand; true: it has been dealt with. */
  readonly pass: (link: Link, direction: Direction, chunk: Buffer, before: number) => boolean
}

export async function openWire(target: string): Promise<Wire> {
  let leads = target
  const links = new Set<Link>()
  let mode: 'well' | 'stalled' | 'refusing' = 'well'
  let delayMs = 0
  let watch: Watch | null = null
  let strikes = 0

  const endBoth = (link: Link): void => {
    link.near.destroy()
    link.far.destroy()
  }

  function carry(link: Link, to: Socket, chunk: Buffer): void {
    if (link.isDeaf) return
    if (mode === 'stalled') link.late.push(() => to.write(chunk))
    else if (delayMs > 0 || link.underWay > 0) {
      if (delayMs > 0) link.lagMs = delayMs
      link.underWay++
      setTimeout(() => {
        link.underWay--
        to.write(chunk)
      }, link.lagMs)
    } else to.write(chunk)
  }

  function hear(link: Link, direction: Direction, chunk: Buffer): void {
    const to = direction === 'sent' ? link.far : link.near
    const start = startOf(link, direction, chunk)
    if (start > 0) carry(link, to, chunk.subarray(0, start))
    const rest = chunk.subarray(Math.max(0, start))
    const { counted } = link
    if (start < 0 || counted === null || watch === null) return void carry(link, to, chunk)
    const before = counted[direction]
    counted[direction] += rest.length
    if (!watch.pass(link, direction, rest, before)) carry(link, to, rest)
  }

  /** The place in the chunk at which the counted part begins; -1 if it has none. */
  function startOf(link: Link, direction: Direction, chunk: Buffer): number {
    if (link.counted !== null) return 0
    if (watch?.begins !== 'a commit' || watch.taken || direction !== 'sent') return -1
    if (!chunk.includes(ORDER_ID) || watch.skip-- > 0) return -1
    watch.taken = true
    link.counted = { sent: 0, answered: 0 }
    link.ends = new MessageEnds()
    return 0
  }

  const server = createServer((near) => {
    if (mode === 'refusing') return void near.destroy()
    const { hostname, port } = new URL(leads)
    const far = connect({ host: hostname, port: Number(port) })
    const link: Link = {
      near,
      far,
      late: [],
      underWay: 0,
      lagMs: 0,
      isDeaf: false,
      counted: null,
      ends: new MessageEnds(),
    }
    if (watch?.begins === 'a connection' && !watch.taken && watch.skip-- <= 0) {
      watch.taken = true
      link.counted = { sent: 0, answered: 0 }
    }
    links.add(link)
    near.setNoDelay(true)
    far.setNoDelay(true)
    near.on('data', (chunk: Buffer) => hear(link, 'sent', chunk))
    far.on('data', (chunk: Buffer) => hear(link, 'answered', chunk))
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        links.delete(link)
        // One end's goodbye does not get through a network that is silent.
        if (link.isDeaf) return
        if (mode === 'stalled') link.late.push(() => endBoth(link))
        else endBoth(link)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe: a TCP server that listens has an address and a port.
  const { port: own } = server.address() as AddressInfo

  /** The fault's own way, once its byte is reached. */
  function strike(link: Link, fault: Fault, to: Socket, passed: Buffer): void {
    link.counted = null
    watch = null
    strikes++
    to.write(passed)
    if (fault.how === 'stall') link.isDeaf = true
    else if (fault.how === 'cut') to.end(() => endBoth(link))
    else {
      link.near.end(fatal(FATAL_CODES[strikes % FATAL_CODES.length] ?? '57P01'), () =>
        endBoth(link),
      )
      link.far.destroy()
    }
  }

  return {
    urlOf(url) {
      const through = new URL(url)
      through.hostname = '127.0.0.1'
      through.port = String(own)
      return through.href
    },
    lead(url) {
      leads = url
    },
    cut() {
      for (const link of links) endBoth(link)
    },
    silence() {
      for (const link of links) link.isDeaf = true
    },
    stall() {
      mode = 'stalled'
    },
    refuse() {
      mode = 'refusing'
    },
    delay(ms) {
      delayMs = ms
    },
    heal() {
      mode = 'well'
      delayMs = 0
      for (const { late } of links) for (const arrive of late.splice(0)) arrive()
    },
    arm(fault, struck) {
      watch = {
        begins: fault.begins,
        skip: fault.skip,
        taken: false,
        pass(link, direction, chunk, before) {
          const to = direction === 'sent' ? link.far : link.near
          const ends = direction === 'answered' ? link.ends.endsIn(chunk) : []
          if (direction !== fault.direction || before + chunk.length <= fault.afterBytes)
            return false
          const exact = fault.afterBytes - before
          const at = fault.how === 'err' ? ends.find((end) => end >= exact) : exact
          // The message goes on in the next part.
          if (at === undefined) return false
          strike(link, fault, to, chunk.subarray(0, at))
          struck()
          return true
        },
      }
    },
    disarm() {
      watch = null
      for (const link of links) link.counted = null
    },
    record: (skip) =>
      new Promise((resolve) => {
        watch = {
          begins: 'a commit',
          skip,
          taken: false,
          pass(link, direction, chunk) {
            const at = direction === 'answered' ? chunk.indexOf(READY) : -1
            if (at < 0 || link.counted === null) return false
            const { sent, answered } = link.counted
            const beyond = chunk.length - at - READY.length
            link.counted = null
            watch = null
            resolve({ sent, answered: answered - beyond })
            return false
          },
        }
      }),
    recordConnection: () =>
      new Promise((resolve) => {
        let quiet: ReturnType<typeof setTimeout> | undefined
        watch = {
          begins: 'a connection',
          skip: 0,
          taken: false,
          pass(link) {
            clearTimeout(quiet)
            quiet = setTimeout(() => {
              if (link.counted !== null) resolve(link.counted)
              link.counted = null
              watch = null
            }, QUIET_MS)
            return false
          },
        }
      }),
    stop() {
      server.close()
      for (const link of links) endBoth(link)
    },
  }
}
