/** The console's page and its files. */
import { ASSET_HEADERS, Asset, page, pageHeaders, sendAsset } from '../../../http/page'
import { ASSETS_PATH, type BundledFile, type PageService } from './service'
import { CONSOLE_PAGES } from './wire'

/** No inline scripts or styles, and nothing from another host [console.policy]. */
const POLICY = "script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"

const PAGE_HEADERS = { ...pageHeaders(POLICY), 'cache-control': 'no-store' }
/** The name of a file changes with its content [console.budget]. */
const FILE_HEADERS = { ...ASSET_HEADERS, 'cache-control': 'public, max-age=2592000, immutable' }

export const consolePages = (service: PageService) => {
  /** Cached, so that each file is compressed once. */
  const assets = new Map<BundledFile, Asset>()
  function assetOf(file: BundledFile): Asset {
    const asset = assets.get(file) ?? new Asset(file.type, file.bytes)
    assets.set(file, asset)
    return asset
  }
  return [
    // Each page has an address of its own, so it can be reloaded [console.address].
    ...['/console', ...CONSOLE_PAGES.map((name) => `/console/${name}`)].map((path) =>
      page(path, async (call) => sendAsset(call, assetOf(await service.page()), PAGE_HEADERS)),
    ),
    page(`${ASSETS_PATH}:name`, async (call) => {
      const file = await service.asset(call.params.name)
      return file === undefined ? noSuchFile() : sendAsset(call, assetOf(file), FILE_HEADERS)
    }),
  ] as const
}

const noSuchFile = () =>
  new Response('This version of the console has no such file: load the page again.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...ASSET_HEADERS },
  })
