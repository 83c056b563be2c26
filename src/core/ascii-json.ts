/**
 * What stands between the quotation marks in the JSON of printable ASCII, such as a request's id: few
 * of them need JSON's own encoder.
 */
export const asciiInJson = (text: string): string =>
  /["\\]/.test(text) ? JSON.stringify(text).slice(1, -1) : text
