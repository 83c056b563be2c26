/** One of the sessions of a real PostgreSQL that a world has open: what it asks, and waits for. */
import type { Values } from '../../src/postgres/connection'
import type { Backend } from './backends'

interface Asked {
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly answer: (rows: Values) => void
  readonly fail: (error: unknown) => void
}

export interface Question extends Asked {
  /** It would wait, and was taken back after so many releases. */
  heldAt: number | null
  /** It had to wait once. */
  hasWaited: boolean
  isOver: boolean
}

/** A statement that was sent. */
export interface UnderWay {
  readonly question: Question
  /** Null until it is answered. The answer is passed on when all is quiet. */
  outcome: { readonly rows: Values } | { readonly error: unknown } | null
  readonly answered: Promise<void>
  isBlocked: boolean
  /** It was ended with this code. */
  endedAs: string | null
}

export interface Session {
  readonly isTransaction: boolean
  readonly waiting: Question[]
  backend: Backend | null
  underWay: UnderWay | null
  /** The sessions that hold the lock for which its statement waits. */
  waitsFor: ReadonlySet<number>
  failed: unknown
}

export class Ended extends Error {
  readonly code: string
  constructor(code: string, cause?: unknown) {
    super(`PostgreSQL has ended the statement: ${code}`, { cause })
    this.code = code
  }
}

export const newQuestion = (asked: Asked): Question => ({
  ...asked,
  heldAt: null,
  hasWaited: false,
  isOver: false,
})

export const newSession = (isTransaction: boolean): Session => ({
  isTransaction,
  waiting: [],
  backend: null,
  underWay: null,
  waitsFor: new Set(),
  failed: null,
})

/** The session waits for a lock of one that waits, over others perhaps, for it: a deadlock. */
export function isInCircle(pid: number, all: Iterable<Session>, releases: number): boolean {
  const stuck = new Map(
    [...all].flatMap(({ backend, waitsFor, underWay, waiting: [first] }) => {
      const isStuck = underWay?.isBlocked || (first !== undefined && first.heldAt === releases)
      return backend !== null && isStuck ? [[backend.pid, waitsFor]] : []
    }),
  )
  const reached = new Set(stuck.get(pid))
  for (const next of reached) for (const further of stuck.get(next) ?? []) reached.add(further)
  return reached.has(pid)
}
