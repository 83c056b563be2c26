/** Ends a server: at a signal, or because its folder is lost. */
import { SHUTDOWN_MS_MAX } from '../../../core/limits'
import type { Brokerage } from '../../../server/compose/brokerage'
import type { Log } from '../../../server/telemetry/log'

/**
 * How long a stop waits for open requests. If one is open for longer, its client does not finish
 * sending it.
 */
const REQUESTS_MS_MAX = 3_000
/** The log may have no reader any more. */
const LOG_MS_MAX = 500

/** Handles the first signal. A second one ends the process at once, as is usual. */
export function onFirstSignal(stop: () => void): void {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const onSignal = (): void => {
    for (const signal of signals) process.off(signal, onSignal)
    stop()
  }
  for (const signal of signals) process.on(signal, onSignal)
}

/** Finishes accepted requests, closes the streams, and ends the process [run.stop] [run.drain]. */
export async function stop(
  { app, beginEnding, stopMarket, closeStreams, close }: Brokerage,
  drainMs: number,
  log: Log,
): Promise<void> {
  beginEnding()
  if (drainMs > 0) {
    log.info(`not ready any more; serving for ${drainMs} ms, so that a proxy notices …`)
    await Bun.sleep(drainMs)
  }
  const overdue = setTimeout(() => {
    log.error('The shutdown took too long. Every answered request is committed.')
    process.exit(1)
  }, SHUTDOWN_MS_MAX)
  log.info('finishing what was accepted …')
  // First, since a request may wait for a long advance of the clock.
  await stopMarket()
  closeStreams()
  const { server } = app
  await Promise.race([server?.stop(), Bun.sleep(REQUESTS_MS_MAX)])
  await server?.stop(true)
  await close()
  await Promise.race([log.drained(), Bun.sleep(LOG_MS_MAX)])
  clearTimeout(overdue)
  process.exit(0)
}

/**
 * Ends a server that has lost its folder. It neither finishes nor closes: both would write to a
 * folder that another server may have now.
 */
export async function endLost(opened: Brokerage | null, why: string, log: Log): Promise<void> {
  log.error(why)
  opened?.beginEnding()
  await Promise.race([opened?.app.server?.stop(true), Bun.sleep(REQUESTS_MS_MAX)])
  await Promise.race([log.drained(), Bun.sleep(LOG_MS_MAX)])
  process.exit(1)
}
