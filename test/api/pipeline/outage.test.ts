/** A lost database is no failure of ours, and makes no token a wrong one. */
import { beforeAll, expect, test } from 'bun:test'
import { REVOCATION_MS_MAX } from '../../../src/core/limits'
import { DiskFull } from '../../../src/postgres/errors'
import { FEED, openApi } from '../../support/api'
import { askedOf, faultsOfAnswer, fieldsIn } from '../../support/asked'
import { freshDatabase } from '../../support/database'
import { type Documented, operationsOf, readDocument } from '../../support/document'
import { failing, lostConnection } from '../../support/faulty-database'
import { marketOrder } from '../../support/orders'
import { CLIENT_ID, CLIENT_SECRET } from '../../support/trading-floor'

const { database, failWith } = failing(await freshDatabase())
const api = await openApi({ database, feed: FEED })
const document = await readDocument(api.app)
const operations = operationsOf(document).filter(({ path }) => /^\/(?:v1|paper)\//.test(path))
let orderId = ''
let orders = 0
/** Open, as long as the database is there. */
let resting = ''
/** A conditional order that waits, likewise. */
let waiting = ''
beforeAll(async () => {
  await api.placed(marketOrder())
  await api.advance('PT5S')
  orderId = await api.placed()
})

const FAR_STOP = { symbol: 'AAPL', side: 'BUY', type: 'STOP', quantity: 1, stopPrice: 900 }

/** The fields that the document's examples do not have. */
function fieldsOf(asked: Documented): Readonly<Record<string, unknown>> {
  switch (asked.operation.operationId) {
    case 'issueToken':
      return { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
    case 'placeOrder':
    case 'placeAmountOrder':
    case 'closeHolding':
    case 'closeHoldings':
      return { clientOrderId: `order-${++orders}` }
    case 'amendOrder':
      return { clientOrderId: `order-${++orders}`, orderId: resting }
    case 'placeConditionalOrder':
      return { clientOrderId: `order-${++orders}` }
    case 'getConditionalOrder':
    case 'explainConditionalOrder':
    case 'amendConditionalOrder':
    case 'cancelConditionalOrder':
      return { conditionalOrderId: waiting }
    default:
      return fieldsIn(asked).includes('orderId') ? { orderId } : {}
  }
}

/** Sends each operation; returns the answers by id, after checking them against the document. */
async function askAll(): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {}
  for (const asked of operations) {
    const { operationId } = asked.operation
    if (operationId === 'amendOrder') {
      const { status, body } = await api.place()
      if (status === 200) resting = String(body.orderId)
    }
    if (operationId.endsWith('ConditionalOrder')) {
      const { status, body } = await api.post('/paper/conditional-orders', {
        ...FAR_STOP,
        clientOrderId: `order-${++orders}`,
      })
      if (status === 200) waiting = String(body.conditionalOrderId)
    }
    const { method, path, body, headers } = askedOf(asked, fieldsOf(asked))
    const answer = await api.send(method, path, { ...(body !== undefined && { body }), headers })
    expect([asked.name, ...faultsOfAnswer(document, asked, answer)]).toEqual([asked.name])
    answers[operationId] = `${answer.status} ${answer.body.code ?? ''}`.trim()
  }
  return answers
}

/** Operations that need the database even if their token is cached. */
const NEED_IT = [
  'issueToken',
  'getAccount',
  'listHoldings',
  'getBuyingPower',
  'getAccountHistory',
  'getAccountProfit',
  'getAccountStatement',
  'listOrders',
  'getOrder',
  'explainOrder',
  'explainConditionalOrder',
  'listFills',
  'placeOrder',
  'previewOrder',
  'cancelOrder',
  'amendOrder',
  'cancelOrders',
  'closeHolding',
  'closeHoldings',
  'placeAmountOrder',
  'placeConditionalOrder',
  'previewConditionalOrder',
  'getConditionalOrder',
  'listConditionalOrders',
  'amendConditionalOrder',
  'cancelConditionalOrder',
]

test('[request.busy] whatever needs the database is server-busy while it is away, and answered when it is back', async () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  const all = (answer: string) => Object.fromEntries(ids.map((id) => [id, answer]))
  const busy = Object.fromEntries(NEED_IT.map((id) => [id, '500 server-busy']))
  expect(await askAll()).toEqual(all('200'))

  failWith(lostConnection())
  expect(await askAll()).toEqual({ ...all('200'), ...busy })
  // The server caches no token for longer, so none can be looked up.
  api.pass(REVOCATION_MS_MAX)
  expect(await askAll()).toEqual(all('500 server-busy'))

  failWith(null)
  expect(await askAll()).toEqual(all('200'))
  expect(api.failures).toEqual([])
})

test('[error.disk-full] a request for a token is storage-full while the disk of the database is', async () => {
  failWith(new DiskFull('full'))
  const answer = await api.issueToken()
  failWith(null)
  expect([answer.status, answer.body.code]).toEqual([500, 'storage-full'])
  expect((await api.issueToken()).status).toBe(200)
})
