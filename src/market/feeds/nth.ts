/** The element at the index; throws outside the array, which would be our own bug. */
export function nth(values: Float64Array | Int32Array | Int16Array, index: number): number {
  const value = values[index]
  if (value === undefined) throw new Error(`no element ${index} of ${values.length}`)
  return value
}
