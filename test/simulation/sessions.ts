/** What the processes of a simulated world ask their database through. */
import type { StatementRunner } from '../../src/postgres/statement'

export interface Sessions {
  /** Null if nobody is at work; or resolves when all wait for nothing but another's lock. */
  readonly busy: Promise<void> | null
  read<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T>
  /**
   * Commits if the work resolves, and rolls back if it rejects. Transactions of one line follow one
   * another; null is no line.
   */
  transaction<T>(line: string | null, work: (runner: StatementRunner) => Promise<T>): Promise<T>
  /** Resolves when so many more statements were answered, or nobody asks anything. */
  elapse(statements: number): Promise<void>
  /** Ends what is still open. */
  close(): Promise<void>
}

export interface Choices {
  /** Which of so many goes next. */
  next(count: number): number
  /** Whether a transaction lets another in, here. */
  letsIn(): boolean
  count(what: string): void
}

/** Carries a fault out of a transaction, which is then rolled back. */
export class Undo extends Error {
  /** The client is gone, or believes so: it does not wait for the rollback. */
  readonly isForsaken: boolean
  constructor(cause: unknown, isForsaken: boolean) {
    super('undone', { cause })
    this.isForsaken = isForsaken
  }
}
