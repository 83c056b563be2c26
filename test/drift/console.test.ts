/** The console keeps within its budget, and says everything in two languages. */
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundleConsole } from '../../src/api/console/page/service'
import { Asset } from '../../src/http/page'

const BUDGET_BYTES = 200_000
const SOURCE = join(import.meta.dir, '../../src/clients/console')

test('[console.budget] all files of the console are at most 200 kB gzipped', async () => {
  const { page, assets } = await bundleConsole()
  const sizes = [page, ...assets.values()].map(
    ({ type, bytes }) => new Asset(type, bytes).gzipped.length,
  )
  expect(sizes.reduce((one, other) => one + other)).toBeLessThanOrEqual(BUDGET_BYTES)
})

type Texts = Readonly<Record<string, string | ((...facts: unknown[]) => string)>>

const isTexts = (value: unknown): value is { readonly both: Record<'en' | 'ko', Texts> } =>
  typeof value === 'function' && 'both' in value

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path === 'text.ts' || path.endsWith('/text.ts'))
  .sort()

/** A text with facts in it is said with a mark in place of each. */
const said = (text: Texts[string] | undefined): string =>
  typeof text === 'function'
    ? text(...Array.from({ length: text.length }, () => '1'))
    : (text ?? '')

describe.each(files)('src/clients/console/%s', (path) => {
  test(`[console.languages] src/clients/console/${path} has every text in English and Korean`, async () => {
    const texts = Object.values(await import(join(SOURCE, path))).filter(isTexts)
    expect(texts.length).toBeGreaterThan(0)
    for (const { both } of texts) {
      expect(Object.keys(both.ko).sort()).toEqual(Object.keys(both.en).sort())
      const empty = Object.entries({ ...both.en, ...both.ko }).filter(([, text]) => !said(text))
      expect(empty).toEqual([])
      // What is not translated is the same in both on purpose: names, and units.
      const untranslated = Object.keys(both.en).filter(
        (key) => /[a-z]{3}/i.test(said(both.en[key])) && !/[가-힣]/.test(said(both.ko[key])),
      )
      expect(untranslated.filter((key) => said(both.en[key]) !== said(both.ko[key]))).toEqual([])
    }
  })
})
