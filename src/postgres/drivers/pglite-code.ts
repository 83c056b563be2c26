/** The embedded PostgreSQL's code, 9 MB of WebAssembly: compiled once in a process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

let code: Promise<WebAssembly.Module> | undefined

/** Other threads compile it, from the first call on. */
export function pgliteCode(): Promise<WebAssembly.Module> {
  code ??= Bun.file(wasmPath()).bytes().then(WebAssembly.compile)
  return code
}

/** The program that is one file has it beside its code. */
function wasmPath(): string {
  const packed = join(import.meta.dir, 'pglite.wasm')
  if (existsSync(packed)) return packed
  return fileURLToPath(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
}
