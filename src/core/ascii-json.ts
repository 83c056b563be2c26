/** The JSON of printable ASCII, such as a request's id: few of them need JSON's own encoder. */
export const asciiJson = (text: string): string =>
  /["\\]/.test(text) ? JSON.stringify(text) : `"${text}"`
