/** A client's types, as a public generator makes them of the document. */
import { plugin } from 'bun'

// The generator writes with the classic compiler's API, which TypeScript 7 no longer has.
plugin({
  name: 'typescript-for-openapi-typescript',
  setup: (build) => {
    build.module('typescript', async () => ({
      exports: { ...(await import('typescript-5')) },
      loader: 'object',
    }))
  },
})

export async function generateClient(document: object): Promise<string> {
  const { default: generate, astToString } = await import('openapi-typescript')
  return astToString(await generate(JSON.stringify(document)))
}
