/** The browser of this machine, as far as it has one. */
import { afterEach, setDefaultTimeout, test } from 'bun:test'
import { type Browser, chromium } from 'playwright-core'

/** `CHROMIUM` names one that is not on the path. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const
const path = process.env.CHROMIUM ?? NAMES.map((name) => Bun.which(name)).find(Boolean) ?? null

/** Pages look alike on both databases: once is enough. */
const why =
  path === null
    ? 'this machine has no chromium: install it, or name it in CHROMIUM'
    : process.env.TEST_DATABASE_URL
      ? 'they run on the embedded database alone'
      : null

/** A browser starts, and others may keep the machine busy. */
const TIMEOUT_MS = 180_000

/**
 * Tests that need a browser, all of a file: where there is none they are skipped, with one line
 * that says so. `about` names the pages.
 */
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
  const browser = await chromium.launch({ executablePath: path, args })
  // A page that stays open keeps its stream, and draws each tick beside the tests that follow.
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  })
  await tests(browser)
}
