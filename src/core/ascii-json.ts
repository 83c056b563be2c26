let lastText = ''
let lastJson = '""'

/**
 * The JSON of printable ASCII, such as a request's id: few of them need JSON's own encoder. The
 * last one is kept, since an answer has its request's id and then the log has it.
 */
export function asciiJson(text: string): string {
  if (text === lastText) return lastJson
  lastJson = /["\\]/.test(text) ? JSON.stringify(text) : `"${text}"`
  lastText = text
  return lastJson
}
