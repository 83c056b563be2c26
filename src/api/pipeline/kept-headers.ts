/**
 * Headers of answers that are made one after the other. Copying `Headers` costs a tenth of making
 * them of a record, and setting one costs a sixth; most values are those of the answer before. So
 * they are kept from answer to answer, and what differs is set. They are kept in a response, which
 * the next one is made like: of an object that has them, each of its properties is looked up.
 */

type Values = Record<string, string | number | undefined>

type Body = string | Uint8Array<ArrayBuffer>

/** The function makes a response of status 200 with these headers, which belong to it alone. */
export function answersWithKeptHeaders(): (body: Body, wanted: Readonly<Values>) => Response {
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

  return (body, wanted) => {
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
    return new Response(body, like)
  }
}
