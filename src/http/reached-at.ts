/**
 * The address under which callers reach this server: what `docUrl` and the documents at /docs
 * begin with (D8). Never with a slash at its end.
 */
export type ReachedAt = (request: Pick<Request, 'url'>) => string

const ORIGIN = /^https?:\/\/[\w.:[\]-]+(?=[/?#]|$)/

/** As the caller wrote it. */
export const asAsked: ReachedAt = ({ url }) => ORIGIN.exec(url)?.[0] ?? 'http://localhost'

/** PUBLIC_URL wins, since behind a proxy the request names another address. */
export const reachedAt = (publicUrl: string | null): ReachedAt =>
  publicUrl === null ? asAsked : () => publicUrl
