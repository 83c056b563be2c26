import { join } from 'node:path'
import { makeOneFolder, writeFile } from '../disk'
import type { Image } from './image'

/** Into an empty folder. Nothing of it is synced. */
export function unpackInto(folder: string, { entries }: Image): void {
  for (const { path, content } of entries) {
    const place = join(folder, path)
    if (content === null) makeOneFolder(place)
    else writeFile(place, content)
  }
}
