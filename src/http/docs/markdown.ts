/**
 * The documents as Markdown, with a list of them at `/llms.txt` (llmstxt.org), for programs
 * [mcp.documents]. They are part of the program, so it can run anywhere.
 */
import agents from '../../../docs/agents.md' with { type: 'text' }
import architecture from '../../../docs/architecture.md' with { type: 'text' }
import cells from '../../../docs/cells.md' with { type: 'text' }
import comparison from '../../../docs/comparison.md' with { type: 'text' }
import conditionalOrders from '../../../docs/conditional-orders.md' with { type: 'text' }
import failOver from '../../../docs/fail-over.md' with { type: 'text' }
import faults from '../../../docs/faults.md' with { type: 'text' }
import fills from '../../../docs/fills.md' with { type: 'text' }
import install from '../../../docs/install.md' with { type: 'text' }
import instruments from '../../../docs/instruments.md' with { type: 'text' }
import keysAndConsole from '../../../docs/keys-and-console.md' with { type: 'text' }
import livePrices from '../../../docs/live-prices.md' with { type: 'text' }
import marketModel from '../../../docs/market-model.md' with { type: 'text' }
import markets from '../../../docs/markets.md' with { type: 'text' }
import operating from '../../../docs/operating.md' with { type: 'text' }
import orders from '../../../docs/orders.md' with { type: 'text' }
import performance from '../../../docs/performance.md' with { type: 'text' }
import reliability from '../../../docs/reliability.md' with { type: 'text' }
import evidence from '../../../docs/reliability-evidence.md' with { type: 'text' }
import rules from '../../../docs/rules.md' with { type: 'text' }
import scale from '../../../docs/scale.md' with { type: 'text' }
import stream from '../../../docs/stream.md' with { type: 'text' }
import testing from '../../../docs/testing.md' with { type: 'text' }
import words from '../../../docs/words.md' with { type: 'text' }
import { Asset, page, sendAsset } from '../page'

const PAGES: readonly (readonly [name: string, about: string, text: string])[] = [
  ['install', 'a clone, the package, a single file, and the command paper', install],
  ['testing', 'how to test a bot, from the first test to chaos', testing],
  ['faults', 'everything that can be forced, with the line that forces it', faults],
  ['markets', 'the simulated market, bars of your own, instruments, steering', markets],
  ['instruments', 'the listed instruments, their columns, and their sources', instruments],
  ['live-prices', 'real prices: your own source, or a vendor', livePrices],
  ['market-model', 'the equations of the simulated market, and what they leave out', marketModel],
  ['fills', 'how orders fill under each profile', fills],
  ['orders', 'place, cancel, amend, cancel all, close, and orders for an amount', orders],
  [
    'conditional-orders',
    'stops, trailing stops, OCO and brackets: orders that wait for a price',
    conditionalOrders,
  ],
  ['stream', 'order events, with the client and without', stream],
  ['keys-and-console', 'clients, secrets, accounts, users; the pages in a browser', keysAndConsole],
  ['agents', 'the tools of a trader for an agent', agents],
  ['operating', 'logs, metrics, health, restarts, containers, systemd', operating],
  ['reliability', 'what an answer promises, damage, backup, upgrade', reliability],
  ['reliability-evidence', 'what was done to break the promises, and what grows', evidence],
  ['performance', 'the budget, its decisions, figures, and how to measure them', performance],
  ['scale', 'more than one machine', scale],
  ['cells', 'several deployments behind one address', cells],
  ['fail-over', 'a standby of PostgreSQL, and what happens when the primary dies', failOver],
  ['words', 'the contract, the hours of the market, and the words of these pages', words],
  ['rules', 'every rule of the product by name', rules],
  ['architecture', 'the map of the source, and the way of an order through it', architecture],
  ['comparison', 'this project and others, point by point', comparison],
]

const LIST = `# paper-brokerage

> A self-hosted paper-trading brokerage for US stocks: an HTTP API that gives a trading bot what a
> real broker gives, except the money.

Get a token from POST /v1/oauth/token, then send it with every request, with a request id in the
header X-Service-Request-Id. Each refusal names a code, which /errors/CODE explains.

## API

- [OpenAPI](/openapi.json): every call, its fields and its refusals
- [AsyncAPI](/docs/stream.json): the messages of the WebSocket stream

## Documents

${PAGES.map(([name, about]) => `- [${name}](/docs/${name}.md): ${about}`).join('\n')}
`

const asText = (text: string, type: string) => new Asset(`${type}; charset=utf-8`, text)

const LIST_ASSET = asText(LIST, 'text/plain')
const PAGE_ASSETS = PAGES.map(([name, , text]) => [name, asText(text, 'text/markdown')] as const)

export const markdownPages = () => [
  page('/llms.txt', (call) => sendAsset(call, LIST_ASSET, {})),
  ...PAGE_ASSETS.map(([name, asset]) =>
    page(`/docs/${name}.md`, (call) => sendAsset(call, asset, {})),
  ),
]
