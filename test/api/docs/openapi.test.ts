/** The OpenAPI document of an application with few endpoints. */
import { expect, test } from 'bun:test'
import { errorPages } from '../../../src/api/errors/routes'
import { tokenEndpoints } from '../../../src/api/v1/oauth/routes'
import { documentPages } from '../../../src/http/docs/swagger'
import { resolved } from '../../support/document'
import { send, TEST_ENDPOINTS, testApp } from '../../support/pipeline-app'

const issue = async () => ({ access_token: 't', token_type: 'Bearer' as const, expires_in: 1 })
const endpoints = [...TEST_ENDPOINTS, ...tokenEndpoints({ issue })]
const { app } = testApp({
  endpoints: [
    ...tokenEndpoints({ issue }),
    ...documentPages({ version: '1.2.3', endpoints, hasConsole: false, compat: null }),
    ...errorPages(),
  ],
})

// biome-ignore lint/suspicious/noExplicitAny: a document to look into, of a shape made elsewhere
const spec = async (): Promise<any> => {
  const { body } = await send(app, 'GET', '/docs/json')
  return { ...body, paths: resolved(body.paths, Object(body.components)) }
}

test('[run.documentation] the OpenAPI document lists the API and nothing of its own pages', async () => {
  const { info, paths } = await spec()
  expect(info).toMatchObject({ title: 'Paper brokerage', version: '1.2.3' })
  expect(Object.keys(paths)).toContain('/v1/orders')
  expect(Object.keys(paths).filter((path) => /docs|errors/.test(path))).toEqual([])
})

test('[run.documentation] the OpenAPI document names the headers that a route reads, and no others', async () => {
  const { paths } = await spec()
  const headersOf = (operation: { parameters: { in: string; name: string }[] }) =>
    operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  expect(headersOf(paths['/v1/orders'].post)).toEqual([
    'X-Service-Request-Id',
    'X-Service-Account-Id',
  ])
  expect(headersOf(paths['/v1/orders'].get)).toEqual(['X-Service-Request-Id'])
})

test('[run.documentation] the OpenAPI document gives each body the one content type it may have', async () => {
  const { paths } = await spec()
  const typesOf = (of: { content: object }) => Object.keys(of.content)
  const order = paths['/v1/orders'].post
  const token = paths['/v1/oauth/token'].post
  expect(typesOf(order.requestBody)).toEqual(['application/json'])
  expect(typesOf(order.responses['200'])).toEqual(['application/json'])
  expect(typesOf(token.requestBody)).toEqual(['application/x-www-form-urlencoded'])
})

test('[run.documentation] the OpenAPI document requires a token everywhere but at the token endpoint', async () => {
  const { security, components, paths } = await spec()
  expect(security).toEqual([{ bearer: [] }])
  expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(paths['/v1/oauth/token'].post.security).toEqual([])
})

test('[run.documentation] the OpenAPI document shows closed sets and ranges as such', async () => {
  const { paths } = await spec()
  const order = paths['/v1/orders'].post.requestBody.content['application/json'].schema
  expect(order.properties.side).toEqual({ type: 'string', enum: ['BUY', 'SELL'] })
  expect(order.additionalProperties).toBe(false)
  const [limit] = paths['/v1/orders'].get.parameters
  expect(limit.schema).toEqual({ type: 'integer', minimum: 1, maximum: 500 })
})

test('[run.documentation] the OpenAPI document explains each error of a route, with an example of every code', async () => {
  const { paths } = await spec()
  const notFound = paths['/v1/orders'].post.responses['404']
  expect(notFound.description).toContain('`symbol-not-found`: There is no instrument {symbol}.')
  const { examples } = notFound.content['application/json']
  expect(Object.keys(examples)).toEqual(['account-not-found', 'symbol-not-found'])
  expect(examples['symbol-not-found'].value).toMatchObject({
    type: 'not_found',
    message: 'There is no instrument ZZZZ.',
  })
})
