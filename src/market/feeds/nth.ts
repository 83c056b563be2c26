/** The element at the index; throws if there is none, which is a bug. */
export function nth(values: Float64Array | Int32Array | Int16Array, index: number): number {
  const value = values[index]
  if (value === undefined) throw new Error(`no element ${index} of ${values.length}`)
  return value
}
