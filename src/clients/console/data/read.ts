/**
 * Answers by their address, for calls whose typed form takes a Temporal.Instant or PlainDate: the
 * page has times as texts, and no Temporal in every browser.
 */
import { answered, type Client } from '../../sdk'

/** Throws the refusal, or that there is no answer. */
export async function readAt<Answer>(
  from: Client,
  path: string,
  query: URLSearchParams,
): Promise<Answer> {
  const sent = from.fetch(`${path}?${query}`).then(jsonIn)
  // safe: the server's schemas check what it answers on its paths.
  return (await answered(sent)) as Answer
}

/** The JSON of a response, as `answered` takes it. */
export async function jsonIn(response: Response) {
  const value: unknown = await response.json()
  const { status } = response
  return response.ok ? { data: value, error: null } : { data: null, error: { status, value } }
}
