/** A broker that listens, in this process or in another. */
export interface Running {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** The bot's, where this start has made it, and says so. */
  readonly accountId: string | null
  /** Null where it runs in another process. */
  readonly fork: (() => Promise<Running>) | null
  /** Finishes what was accepted, and gives everything back. */
  close(): Promise<void>
}
