import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { markdownPages } from '../../../src/http/docs/markdown'
import { testApp } from '../../support/pipeline-app'

const { app } = testApp({ endpoints: markdownPages() })
const get = async (path: string) => app.handle(new Request(`http://localhost${path}`))

test('[mcp.documents] /llms.txt lists documents, each of which is answered as Markdown', async () => {
  const list = await get('/llms.txt')
  expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await list.text()
  expect(text).toStartWith('# paper-brokerage\n')
  const paths = [...text.matchAll(/\]\((\/docs\/\S+\.md)\)/g)].map(([, path = '']) => path)
  const pages = readdirSync(new URL('../../../docs', import.meta.url))
  const documents = pages.filter((name) => name.endsWith('.md')).map((name) => `/docs/${name}`)
  expect(paths.toSorted()).toEqual(documents.toSorted())
  for (const path of paths) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/markdown; charset=utf-8',
    ])
    const page = new URL(`../../..${path}`, import.meta.url)
    expect(await answer.text()).toBe(await Bun.file(page).text())
  }
})
