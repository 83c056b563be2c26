/** The server's own pages and their files: /docs, /errors and the console. */
import type { Call } from './call'
import { endpoint } from './endpoint'
import { takesGzip } from './respond'

/** An endpoint that anybody may open in a browser, and that is in no document. */
export const page = <const P extends string>(
  path: P,
  run: (call: PageCall<P>) => Response | Promise<Response>,
) => endpoint({ id: path, method: 'GET', path, auth: 'nobody', run })

type PageCall<P extends string> = Parameters<
  Parameters<typeof endpoint<P, 'GET', 'nobody'>>[0]['run']
>[0]

/** The page may load only the sources that `policy` names, and no other page may frame it. */
export const pageHeaders = (policy: string) => ({
  'content-security-policy': ["default-src 'none'", policy, ...NO_OTHER_PAGES].join('; '),
  // For browsers without frame-ancestors.
  'x-frame-options': 'DENY',
  ...ASSET_HEADERS,
})

/** Browsers must not guess the type of a file that a page loads. */
export const ASSET_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

export const HTML_TYPE = 'text/html; charset=utf-8'

const NO_OTHER_PAGES = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]

/** A page or a file of one. Its encodings are made when they are first needed. */
export class Asset {
  readonly type: string
  readonly #content: string | Uint8Array<ArrayBuffer>
  #bytes: Uint8Array<ArrayBuffer> | undefined
  #gzipped: Uint8Array<ArrayBuffer> | undefined
  #etag: string | undefined

  constructor(type: string, content: string | Uint8Array<ArrayBuffer>) {
    this.type = type
    this.#content = content
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    const content = this.#content
    this.#bytes ??= typeof content === 'string' ? new TextEncoder().encode(content) : content
    return this.#bytes
  }

  get gzipped(): Uint8Array<ArrayBuffer> {
    this.#gzipped ??= Bun.gzipSync(this.bytes)
    return this.#gzipped
  }

  /** Changes with the content (RFC 9110, 8.8.3). */
  get etag(): string {
    this.#etag ??= `"${Bun.hash(this.bytes).toString(36)}"`
    return this.#etag
  }
}

/** The address of an asset's present content, which browsers may cache for good. */
export const versioned = (path: string, { etag }: Asset): string =>
  `${path}?v=${etag.replaceAll('"', '')}`

const IMMUTABLE = 'public, max-age=2592000, immutable'
/** Browsers cache it, and revalidate it with its ETag. */
const REVALIDATED = 'no-cache'

/** Sends an asset, or 304 if the browser has it already [run.cached]. */
export function sendAsset(
  { request }: Pick<Call, 'request'>,
  asset: Asset,
  headers: Readonly<Record<string, string>> = ASSET_HEADERS,
): Response {
  const { type, etag } = asset
  const isVersioned = request.url.endsWith(versioned('', asset))
  const common = {
    'cache-control': isVersioned ? IMMUTABLE : REVALIDATED,
    ...headers,
    etag,
    vary: 'Accept-Encoding',
  }
  const tags = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? []
  if (tags.some((tag) => tag.replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers: common })
  }
  const isGzipped = takesGzip(request)
  return new Response(isGzipped ? asset.gzipped : asset.bytes, {
    headers: { ...common, 'content-type': type, ...(isGzipped && { 'content-encoding': 'gzip' }) },
  })
}
