/** The files of the embedded PostgreSQL in memory, as they are in an image. */
import { posix } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import type { Image } from './image'

const { PGDATA } = PGlite.paths

export class MemoryFiles extends MemoryFS {
  readonly #image: Image

  constructor(image: Image) {
    super()
    this.#image = image
  }

  override async init(...[client, options]: Parameters<MemoryFS['init']>) {
    const { emscriptenOpts } = await super.init(client, options)
    const preRun: (typeof options)['preRun'] = [
      ...(emscriptenOpts.preRun ?? []),
      ({ FS }) => {
        FS.mkdirTree(PGDATA, 0o700)
        for (const { path, content } of this.#image.entries) {
          const { dir, base } = posix.parse(posix.join(PGDATA, path))
          if (content === null) FS.mkdir(posix.join(dir, base), 0o700)
          // Without a copy: the file is its part of the image until it grows.
          else FS.createDataFile(dir, base, content, true, true, true)
        }
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}
