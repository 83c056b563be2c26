/** Security headers of the server's own pages, /docs and /errors. */

/** A page loads only the sources that its policy names, and no other page may frame it. */
export const pageHeaders = (policy: string) => ({
  'content-security-policy': ["default-src 'none'", policy, ...NOWHERE_ELSE].join('; '),
  // For browsers without frame-ancestors.
  'x-frame-options': 'DENY',
  ...ASSET_HEADERS,
})

/** Browsers must not guess the type of a file that a page loads. */
export const ASSET_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

export const HTML = { 'content-type': 'text/html; charset=utf-8' } as const

const NOWHERE_ELSE = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
