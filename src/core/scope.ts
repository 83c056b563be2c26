/** What a client may do [auth.read-only]. */
export const SCOPES = ['TRADE', 'READ_ONLY'] as const
export type Scope = (typeof SCOPES)[number]
