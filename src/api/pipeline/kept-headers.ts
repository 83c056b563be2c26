/**
 * Headers of answers that are made one after the other. Copying `Headers` costs a tenth of making
 * them of a record, and setting one costs a sixth; most values are those of the answer before. So
 * they are kept from answer to answer, and what differs is set.
 */

type Values = Record<string, string | number | undefined>

/** The function's result is to be copied, as `new Response` does: the next call changes it. */
export function keptHeaders(): (wanted: Readonly<Values>) => Headers {
  const headers = new Headers()
  const kept: Values = {}
  let keptCount = 0

  function forgetUnwanted(wanted: Readonly<Values>): void {
    for (const name in kept) {
      if (kept[name] === undefined || wanted[name] !== undefined) continue
      headers.delete(name)
      kept[name] = undefined
      keptCount--
    }
  }

  return (wanted) => {
    let count = 0
    for (const name in wanted) {
      const value = wanted[name]
      if (value === undefined) continue
      count++
      const before = kept[name]
      if (value === before) continue
      if (before === undefined) keptCount++
      headers.set(name, String(value))
      kept[name] = value
    }
    if (count !== keptCount) forgetUnwanted(wanted)
    return headers
  }
}
