/** The embedded PostgreSQL's code, 9 MB of WebAssembly, which is compiled once in a process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

let code: Promise<WebAssembly.Module> | undefined

/** The first call compiles the code, on other threads. */
export function pgliteCode(): Promise<WebAssembly.Module> {
  code ??= Bun.file(wasmPath()).bytes().then(WebAssembly.compile)
  return code
}

/** The one-file program embeds it with its code. */
function wasmPath(): string {
  const packed = join(import.meta.dir, 'pglite.wasm')
  if (existsSync(packed)) return packed
  return fileURLToPath(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
}
