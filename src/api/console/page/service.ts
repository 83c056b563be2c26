/** The console's files, bundled at the first request for one. */
import { type Bundle, type BundledFile, bundleConsole } from './bundle'

export interface PageService {
  page(): Promise<BundledFile>
  /** Undefined where no file of the bundle has that name: it is of another version. */
  asset(name: string): Promise<BundledFile | undefined>
}

export function pageService(bundle: () => Promise<Bundle> = bundleConsole): PageService {
  let made: Promise<Bundle> | null = null
  async function opened(): Promise<Bundle> {
    made ??= bundle()
    try {
      return await made
    } catch (error) {
      made = null
      throw error
    }
  }
  return {
    page: async () => (await opened()).page,
    asset: async (name) => (await opened()).assets.get(name),
  }
}
