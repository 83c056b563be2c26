/** An answer that is a file, sent in pieces while it is made. */
import type { RefusalCode } from '../../core/refusals'

export interface AnswerFile {
  /** ASCII characters that a header takes. */
  readonly name: string
  readonly type: string
  readonly text: AsyncGenerator<string>
}

/** Called with the outcome of sending a file. */
export interface SendListener {
  /** The file was sent, or its reader has left. */
  ended(): void
  /** A piece could not be made, and the connection was ended. */
  failed(error: unknown): void
}

/** The code of the failure that ended a file; undefined if it was sent. */
export type FileFailure = RefusalCode | undefined

export const fileResponse = (
  { name, type, text }: AnswerFile,
  headers: Readonly<Record<string, string>>,
  listener: SendListener,
): Response =>
  new Response(bytesOf(text, listener), {
    headers: {
      ...headers,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })

/** Makes the next piece when the reader has room for it, and stops when the reader leaves. */
function bytesOf(text: AsyncGenerator<string>, listener: SendListener): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const next = () => text.next().catch((error: unknown) => ({ error }))
  return new ReadableStream({
    async pull(controller) {
      const piece = await next()
      if ('error' in piece) {
        listener.failed(piece.error)
        // Without a reason, because Bun would print its source and stack.
        controller.error()
      } else if (piece.done) {
        controller.close()
        listener.ended()
      } else {
        controller.enqueue(encoder.encode(piece.value))
      }
    },
    async cancel() {
      listener.ended()
      await text.return(undefined)
    },
  })
}
