/** Requests to a server's process on a machine that may stand still for seconds. */
import { until } from './until'

const BUSY_STATUS = 500

/**
 * A `fetch` that sends a request again while the server refuses it with `server-busy`. Such a
 * request has changed nothing, and a client may send it again [request.deadline] [request.busy].
 * Its body is a text or parameters, of which nothing is used up.
 */
export const patientFetch: typeof fetch = Object.assign(send, { preconnect: fetch.preconnect })

async function send(...request: Parameters<typeof fetch>): Promise<Response> {
  const { response } = await until(
    () => sentOnce(...request),
    ({ isBusy }) => !isBusy,
  )
  return response
}

async function sentOnce(...request: Parameters<typeof fetch>) {
  const response = await fetch(...request)
  const isBusy =
    response.status === BUSY_STATUS && (await response.clone().text()).includes('"server-busy"')
  return { response, isBusy }
}
