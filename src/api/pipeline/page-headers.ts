/** What the server's own pages, /docs and /errors, tell browsers that they may do. */

/** A page may load what its policy names, and nobody may show it in a frame. */
export const pageHeaders = (policy: string) => ({
  'content-security-policy': ["default-src 'none'", policy, ...NOWHERE_ELSE].join('; '),
  // For browsers that do not know frame-ancestors.
  'x-frame-options': 'DENY',
  ...ASSET_HEADERS,
})

/** What a page loads is of the type that it says. */
export const ASSET_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

export const HTML = { 'content-type': 'text/html; charset=utf-8' } as const

const NOWHERE_ELSE = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
