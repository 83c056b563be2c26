/** One list of what the sandbox will make happen: what stands on it, and changes of it. */
import { useEffect, useState } from 'preact/hooks'
import { client } from '../../data/client'
import { sandboxOf } from '../../data/sandbox'
import { deskText } from './text'
import { useSteering } from './use-steering'

export function useForced<Row>(
  list: 'faults' | 'outcomes',
  read: (from: ReturnType<typeof sandboxOf>) => Promise<readonly Row[]>,
) {
  const { busy, fault, steer } = useSteering()
  const [rows, setRows] = useState<readonly Row[]>([])
  const from = client.value

  const load = async () => {
    if (from === null) return
    setRows(await read(sandboxOf(from)))
  }
  useEffect(() => void load().catch(() => {}), [from])

  return {
    busy,
    fault,
    rows,
    /** `what` is noted in the page's log. */
    async add(what: string, body: object): Promise<void> {
      if (await steer(what, 'PUT', list, body)) await load()
    },
    async remove(id: string): Promise<void> {
      if (await steer(deskText().didRemove(id), 'DELETE', `${list}/${id}`)) await load()
    },
  }
}
