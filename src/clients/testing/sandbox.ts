/** The controls over HTTP, with the sandbox's key: typed by the server's own routes. */
import { treaty } from '@elysiajs/eden'
import type { SandboxApp } from '../../api/app'

export type Sandbox = ReturnType<typeof sandboxAt>

/** `send` is the fetch of the caller. */
export const sandboxAt = (url: string, sandboxKey: string) =>
  treaty<SandboxApp>(url, {
    parseDate: false,
    headers: { 'x-sandbox-key': sandboxKey },
  }).sandbox
