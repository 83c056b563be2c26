/** The contract's table "Statuses per endpoint", as it stands there. */
export const EVERY_STATUS = [400, 401, 403, 429, 500] as const

export const ADDITIONAL_STATUSES: Readonly<Record<string, readonly number[]>> = {
  'POST /v1/oauth/token': [404],
  'GET /v1/market/quotes': [404],
  'GET /v1/market/candles': [404],
  'GET /v1/market/exchange-rate': [404],
  'GET /v1/market/calendar': [],
  'GET /v1/instruments': [],
  'GET /v1/instruments/{symbol}': [404],
  'GET /v1/account': [404],
  'GET /v1/account/holdings': [],
  'GET /v1/account/buying-power': [404],
  'POST /v1/orders/preview': [404, 422],
  'GET /v1/orders': [],
  'POST /v1/orders': [404, 409, 422, 423],
  'GET /v1/orders/{orderId}': [404],
  'DELETE /v1/orders/{orderId}': [404, 409],
  'GET /v1/orders/fills': [],
}

/** Common headers: the endpoints that send X-Service-Account-Id. */
export const ACCOUNT_ENDPOINTS: readonly string[] = Object.keys(ADDITIONAL_STATUSES).filter(
  (name) => /\/v1\/(?:account|orders)/.test(name),
)
