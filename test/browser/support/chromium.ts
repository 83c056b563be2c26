/** Tests in the browser of this machine, if it has one. */
import { afterEach, setDefaultTimeout, test } from 'bun:test'
import { type Browser, chromium } from 'playwright-core'
import { releasePages } from './site'

/** `CHROMIUM` names a browser that is not on the path. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const
const path = process.env.CHROMIUM ?? NAMES.map((name) => Bun.which(name)).find(Boolean) ?? null

/** Pages are the same on both databases, so one is enough. */
const why =
  path === null
    ? 'this machine has no chromium: install it, or name it in CHROMIUM'
    : process.env.TEST_DATABASE_URL
      ? 'they run on the embedded database alone'
      : null

/** Allows for the start of a browser, and for a test, on a busy machine. */
const TIMEOUT_MS = 600_000

/** The tests of a file, skipped with one line if there is no browser. `about` names the pages. */
export async function inBrowser(
  about: string,
  tests: (browser: Browser) => void | Promise<void>,
): Promise<void> {
  if (path === null || why !== null) {
    test.skip(`${about} in a browser: ${why}`, () => {})
    return
  }
  setDefaultTimeout(TIMEOUT_MS)
  // A container's root has no other sandbox; /dev/shm is small in one.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none']
  const browser = await chromium.launch({ executablePath: path, args, timeout: TIMEOUT_MS })
  afterEach(() => releasePages(browser))
  await tests(browser)
}
