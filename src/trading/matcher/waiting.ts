/**
 * Commands at the desk, from their arrival to their answer. A client's command that has waited too
 * long is refused, unless its COMMIT may be on its way, and is never decided afterwards (D15).
 */
import { REQUEST_WAIT_MS_MAX } from '../../core/limits'
import { OutcomeUnknown } from '../../store/pg/retry'
import type { Command } from '../command'

/** The desk has too many commands, or had no time for this one. It was not carried out. */
export class DeskIsBusy extends Error {
  override readonly name = 'DeskIsBusy'
}

/** Late commands are looked for no more often. */
const LOOK_EVERY_MS = 50

/** Milliseconds since some fixed moment, and an alarm; what it returns takes the alarm back. */
export interface DeskTime {
  readonly elapsedMs: () => number
  readonly after: (ms: number, ring: () => void) => () => void
}

export interface Waiting {
  readonly command: Command<unknown>
  /** Its caller knows its outcome, or does not wait for it any more. */
  readonly isAnswered: boolean
  /** It has been decided in this attempt to carry it out. */
  readonly isDecided: boolean
  /** An attempt begins, and what another one before has decided has been undone. */
  begin(): void
  /** False: nobody waits for it, and it must not be decided any more. */
  mayDecide(): boolean
  answer(outcome: unknown): void
  fail(error: unknown): void
}

export interface Caller {
  answer(outcome: unknown): void
  fail(error: unknown): void
}

export interface WaitingRoom {
  /** `waitedMs`: elsewhere, before. */
  admit(command: Command<unknown>, waitedMs: number, caller: Caller): Waiting
  /** Commands of clients that wait for an answer. */
  readonly clients: number
  /** Resolves when nobody waits. */
  empty(): Promise<void>
}

interface Client {
  readonly arrivedAtMs: number
  giveUp(): void
}

export function waitingRoom({ elapsedMs, after }: DeskTime): WaitingRoom {
  const clients = new Set<Client>()
  let unanswered = 0
  let emptied: (() => void)[] = []
  let isWatching = false

  const isLate = ({ arrivedAtMs }: Client): boolean =>
    elapsedMs() - arrivedAtMs >= REQUEST_WAIT_MS_MAX

  function watch(): void {
    if (isWatching || clients.size === 0) return
    isWatching = true
    const [first] = clients
    const leftMs = first === undefined ? 0 : first.arrivedAtMs + REQUEST_WAIT_MS_MAX - elapsedMs()
    after(Math.max(leftMs, LOOK_EVERY_MS), () => {
      isWatching = false
      for (const client of [...clients]) if (isLate(client)) client.giveUp()
      watch()
    })
  }

  return {
    admit(command, waitedMs, caller) {
      let isAnswered = false
      let isDecided = false
      unanswered++
      const end = (tell: () => void): void => {
        if (isAnswered) return
        isAnswered = true
        clients.delete(client)
        tell()
        if (--unanswered > 0) return
        for (const told of emptied) told()
        emptied = []
      }
      const fail = (error: unknown): void => end(() => caller.fail(error))
      const client: Client = {
        arrivedAtMs: elapsedMs() - waitedMs,
        giveUp: () =>
          fail(
            isDecided
              ? new OutcomeUnknown('the COMMIT was not answered in time')
              : new DeskIsBusy('the command has waited too long'),
          ),
      }
      // The market tries its own again by itself.
      const isClients = command.fence === undefined
      if (isClients) clients.add(client)
      watch()
      return {
        command,
        get isAnswered() {
          return isAnswered
        },
        get isDecided() {
          return isDecided
        },
        begin() {
          isDecided = false
        },
        mayDecide() {
          if (isClients && isLate(client)) client.giveUp()
          isDecided = !isAnswered
          return isDecided
        },
        answer: (outcome) => end(() => caller.answer(outcome)),
        fail,
      }
    },
    get clients() {
      return clients.size
    },
    async empty() {
      while (unanswered > 0) await new Promise<void>((told) => emptied.push(told))
    },
  }
}
