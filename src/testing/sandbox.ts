/** The controls over HTTP, with the sandbox's key: typed by the server's own routes. */
import { treaty } from '@elysiajs/eden'
import type { Routed } from '../api/pipeline/routed'
import type { sandboxEndpoints } from '../api/sandbox/routes'

export type Sandbox = ReturnType<typeof sandboxAt>

type SandboxApp = Routed<ReturnType<typeof sandboxEndpoints>[number]>

/** `send` is the fetch of the caller. */
export const sandboxAt = (url: string, sandboxKey: string) =>
  treaty<SandboxApp>(url, {
    parseDate: false,
    headers: { 'x-sandbox-key': sandboxKey },
  }).sandbox
