/** Code to paste that uses a key. */
import { CLIENT_VARIABLES } from '../../../../lib/client-variables'

export interface SnippetFacts {
  /** `http://localhost:3000` */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly accountId: string
  readonly trades: boolean
}

export const SNIPPETS = ['env', 'curl', 'typescript', 'python'] as const
export type SnippetName = (typeof SNIPPETS)[number]

/**
 * Code that reads the account, and buys one share if the key may trade. It needs only the standard
 * library of its language. Pure.
 */
export const snippetOf = (name: SnippetName, facts: SnippetFacts): string => TEMPLATES[name](facts)

/** The `.env` that Bun and `paper` read in the current folder [console.environment]. */
const env = (facts: SnippetFacts): string =>
  (['url', 'clientId', 'clientSecret', 'accountId'] as const)
    .map((name) => `${CLIENT_VARIABLES[name]}=${facts[name]}\n`)
    .join('')

const curl = ({ url, clientId, clientSecret, accountId, trades }: SnippetFacts): string => `\
PAPER_URL=${url}
TOKEN=$(curl -sS "$PAPER_URL/v1/oauth/token" -H 'X-Service-Request-Id: token-1' \\
  -d grant_type=client_credentials -d client_id=${clientId} \\
  -d client_secret=${clientSecret} \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -sS "$PAPER_URL/v1/account" -H "Authorization: Bearer $TOKEN" \\
  -H 'X-Service-Request-Id: account-1' -H 'X-Service-Account-Id: ${accountId}'
${
  trades
    ? `curl -sS "$PAPER_URL/v1/orders" -H "Authorization: Bearer $TOKEN" \\
  -H 'X-Service-Request-Id: order-1' -H 'X-Service-Account-Id: ${accountId}' \\
  -H 'Content-Type: application/json' -d '{
    "clientOrderId": "'first-$(date +%s)'", "symbol": "AAPL", "side": "BUY",
    "orderType": "MARKET", "quantity": 1
  }'
`
    : ''
}`

const typescript = ({ url, clientId, clientSecret, accountId, trades }: SnippetFacts): string => `\
const broker = '${url}'
const issued = await fetch(\`\${broker}/v1/oauth/token\`, {
  method: 'POST',
  headers: { 'X-Service-Request-Id': crypto.randomUUID() },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '${clientId}',
    client_secret: '${clientSecret}',
  }),
})
const { access_token } = await issued.json()

async function call(method: string, path: string, body?: object) {
  const response = await fetch(broker + path, {
    method,
    headers: {
      Authorization: \`Bearer \${access_token}\`,
      'Content-Type': 'application/json',
      'X-Service-Account-Id': '${accountId}',
      'X-Service-Request-Id': crypto.randomUUID(),
    },
    body: body && JSON.stringify(body),
  })
  return response.json()
}

console.log(await call('GET', '/v1/account'))
${
  trades
    ? `const order = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 1 }
const clientOrderId = crypto.randomUUID()
console.log(await call('POST', '/v1/orders', { clientOrderId, ...order }))
`
    : ''
}`

const python = ({ url, clientId, clientSecret, accountId, trades }: SnippetFacts): string => `\
import json, uuid
from urllib.parse import urlencode
from urllib.request import Request, urlopen

broker = "${url}"

def send(path, body, headers):
    headers = {"X-Service-Request-Id": str(uuid.uuid4()), **headers}
    return json.load(urlopen(Request(broker + path, body, headers)))

token = send("/v1/oauth/token", urlencode({
    "grant_type": "client_credentials",
    "client_id": "${clientId}",
    "client_secret": "${clientSecret}",
}).encode(), {})["access_token"]

def call(path, body=None):
    return send(path, body and json.dumps(body).encode(), {
        "Authorization": "Bearer " + token,
        "Content-Type": "application/json",
        "X-Service-Account-Id": "${accountId}",
    })

print(call("/v1/account"))
${
  trades
    ? `order = {"symbol": "AAPL", "side": "BUY", "orderType": "MARKET", "quantity": 1}
print(call("/v1/orders", {"clientOrderId": str(uuid.uuid4()), **order}))
`
    : ''
}`

const TEMPLATES: Readonly<Record<SnippetName, (facts: SnippetFacts) => string>> = {
  env,
  curl,
  typescript,
  python,
}
