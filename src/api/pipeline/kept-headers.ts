/**
 * Headers of answers that are made one after the other. Copying `Headers` costs a tenth of making
 * them of a record, and setting one costs a sixth; most values are those of the answer before. So
 * they are kept from answer to answer, and what differs is set. They are kept in a response, which
 * the next one is made like: of an object that has them, each of its properties is looked up.
 */

type Values = Record<string, string | number | undefined>

/**
 * What `new Response` makes one of, with these headers and the status 200. It copies it, and so has
 * to be called before the function is: the next call changes what it answered.
 */
export function keptHeaders(): (wanted: Readonly<Values>) => ResponseInit {
  const like = new Response()
  const { headers } = like
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
    return like
  }
}
