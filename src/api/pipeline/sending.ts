/**
 * What becomes of files while they are sent. A client has the headers and status 200 by then, so a
 * failure ends the connection; it is reported, and the request is told as one that failed
 * [run.log-requests].
 */
import type { BeginSending, SentAs } from '../wire/file'
import type { FailureDeps } from './errors'
import { pathOf } from './path'
import type { Watch } from './watch'

export const sendings =
  (
    { report, databaseRefusal }: FailureDeps,
    watch: Pick<Watch, 'noteFile'> | undefined,
  ): BeginSending =>
  (request, requestId) => {
    const { promise, resolve } = Promise.withResolvers<SentAs>()
    watch?.noteFile(request, promise)
    return {
      ended: () => resolve(undefined),
      failed(error) {
        report({ requestId, method: request.method, path: pathOf(request.url), error })
        resolve(databaseRefusal(error)?.refused ?? 'internal-error')
      },
    }
  }
