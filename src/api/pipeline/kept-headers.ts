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
  // In the order in which they were wanted, which nearly all answers share: nothing is looked up.
  let names: string[] = []
  let values: (string | number)[] = []

  function change(wanted: Readonly<Values>): void {
    const before = new Map(names.map((name, at) => [name, values[at]]))
    for (const name of names) if (wanted[name] === undefined) headers.delete(name)
    names = []
    values = []
    for (const name in wanted) {
      const value = wanted[name]
      if (value === undefined) continue
      if (before.get(name) !== value) headers.set(name, String(value))
      names.push(name)
      values.push(value)
    }
  }

  /** Whether all of these names are kept, and no other. Sets the values that differ. */
  function setValues(wanted: Readonly<Values>): boolean {
    let count = 0
    for (const name in wanted) {
      const value = wanted[name]
      if (value === undefined) continue
      if (names[count] !== name) return false
      if (values[count] !== value) {
        headers.set(name, String(value))
        values[count] = value
      }
      count++
    }
    return count === names.length
  }

  return (body, wanted) => {
    if (!setValues(wanted)) change(wanted)
    return new Response(body, like)
  }
}
