/** The OpenAPI document of each way to run the server. */
import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { openApi } from '../../support/api'
import { readDocument } from '../../support/document'
import { MODES } from '../../support/document-modes'

describe.each(Object.keys(MODES) as (keyof typeof MODES)[])('[run.documentation] %s', (mode) => {
  test('[run.documentation] [run.compat] has a document that is valid, and of which every schema compiles', async () => {
    const { app } = await openApi(MODES[mode])
    const document = await readDocument(app)
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    const ajv = addFormats(new Ajv2020({ strict: true, strictTypes: false, allErrors: true }))
    ajv.addVocabulary(['example', 'x-name', 'components'])
    const root = 'http://localhost/openapi.json'
    ajv.addSchema({ $id: root, components: document.components })
    const validators = Object.keys(document.components.schemas).map((name) => [
      name,
      typeof ajv.compile({ $ref: `${root}#/components/schemas/${name}` }),
    ])
    expect(validators.length).toBeGreaterThan(20)
  })

  test('[run.documentation] [run.compat] has the flat envelope as its schema ApiError', async () => {
    const { app } = await openApi(MODES[mode])
    const { components } = await readDocument(app)
    const envelope = components.schemas.ApiError
    expect(Object.keys(envelope?.properties ?? {})).toEqual(
      expect.arrayContaining(['type', 'code', 'message', 'docUrl']),
    )
  })
})
