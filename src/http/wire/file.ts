/** An answer that is a file, sent piece by piece as it is made. */
import type { RefusalCode } from '../../core/refusals'

export interface AnswerFile {
  /** Of ASCII characters that a header takes. */
  readonly name: string
  readonly type: string
  readonly text: AsyncGenerator<string>
}

/** What becomes of a file while it is sent. */
export interface Sending {
  /** It was sent, as far as its reader wanted it. */
  ended(): void
  /** A piece could not be made: the reader sees the connection end. */
  failed(error: unknown): void
}

/** The code of the failure that ended a file; undefined: there was none. */
export type SentAs = RefusalCode | undefined

/** The answer that is a file. */
export const fileResponse = (
  { name, type, text }: AnswerFile,
  headers: Readonly<Record<string, string>>,
  sending: Sending,
): Response =>
  new Response(bytesOf(text, sending), {
    headers: {
      ...headers,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })

/** Makes the next piece when the reader has room for it; a reader that leaves ends it. */
function bytesOf(text: AsyncGenerator<string>, sending: Sending): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const next = () => text.next().catch((error: unknown) => ({ error }))
  return new ReadableStream({
    async pull(controller) {
      const piece = await next()
      if ('error' in piece) {
        sending.failed(piece.error)
        // Bun would print the source and the stack of a reason.
        controller.error()
      } else if (piece.done) {
        controller.close()
        sending.ended()
      } else {
        controller.enqueue(encoder.encode(piece.value))
      }
    },
    async cancel() {
      sending.ended()
      await text.return(undefined)
    },
  })
}
