/** Which web pages may call this server: those of its own address and of CORS_ORIGINS (D10). */

/** Origins as browsers send them; `*` allows every page. */
export type AllowedOrigins = readonly string[] | '*'

export const isAllowed = (origins: AllowedOrigins, origin: string): boolean =>
  origins === '*' || origins.includes(origin)

/** Whether the page comes from the address that was asked, or from the one that callers know. */
export function isOwnPage(origin: string, addresses: readonly string[]): boolean {
  const host = hostOf(origin)
  return host !== undefined && addresses.some((address) => hostOf(address) === host)
}

/** With its port. A proxy that ends TLS changes the scheme, so that one does not count. */
function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host || undefined : undefined
}
