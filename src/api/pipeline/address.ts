/** Where a request comes from, as the server sees it: a proxy stands for all behind it. */

interface Listening {
  requestIP(request: Request): { readonly address: string } | null
}

/** Undefined where nothing listens, as in a test, or the connection is gone. */
export const addressOf = (server: Listening | null, request: Request): string | undefined =>
  server?.requestIP(request)?.address
