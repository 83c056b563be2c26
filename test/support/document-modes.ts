/** The ways to run the server in which its OpenAPI document differs. */
export const MODES = {
  default: { config: {} },
  'COMPAT=next': { env: { COMPAT: 'next' } },
  'MARKET_FEED=live': { config: { feed: 'live' } },
  'STREAM=off': { env: { STREAM: 'off' } },
  'SANDBOX=on': { env: { SANDBOX: 'on' } },
} as const
