/** An answer that is a file, sent piece by piece as it is made. */

export interface AnswerFile {
  /** Of ASCII characters that a header takes. */
  readonly name: string
  readonly type: string
  readonly text: AsyncGenerator<string>
}

/** What it is to the caller: a text. */
export function fileResponse({ name, type, text }: AnswerFile): string {
  const response = new Response(bytesOf(text), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
  // safe: Elysia sends a Response as it is, and the caller reads a text.
  return response as unknown as string // tidy: one cast for all files
}

/** Makes the next piece when the reader has room for it; a reader that leaves ends it. */
function bytesOf(text: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await text.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await text.return(undefined)
    },
  })
}
