/** Writes the OpenAPI document of each way to run the server into a folder, for linters. */
import { join } from 'node:path'
import { openApi } from './api'
import { MODES } from './document-modes'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: bun test/support/write-documents.ts FOLDER')
for (const [name, settings] of Object.entries(MODES)) {
  const { app } = await openApi(settings)
  const document = await app.handle(new Request('http://localhost/openapi.json'))
  await Bun.write(join(folder, `${name}.json`), await document.text())
}
process.exit()
