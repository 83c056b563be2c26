/**
 * The JSON of an answer, whose last member is its request's id: all that stands before the id is
 * made once for many answers.
 */
import { asciiInto, escapedInto } from './ascii-bytes'
import { REQUEST_ID_LENGTH_MAX } from './limits'

/** Of the JSON of an object with at least one member. */
export const untilRequestId = (json: string): string => `${json.slice(0, -1)},"requestId":"`

/** The whole text. A text of more than three parts would be joined in two steps. */
export const withRequestId = (untilId: string, requestId: string): string =>
  `${untilId}${inJson(requestId)}"}`

/** An id is printable ASCII: few of them need JSON's own encoder. */
const inJson = (id: string): string => (/["\\]/.test(id) ? JSON.stringify(id).slice(1, -1) : id)

/** The same as bytes, of an answer that is given again and again. */
export interface AnswerBytes {
  /** What stands before the id from now on. */
  begin(untilId: string): void
  /** To be copied at once: the next call changes them. */
  withRequestId(requestId: string): Uint8Array<ArrayBuffer>
}

const END = '"}'
const TAIL_BYTES_MAX = 2 * REQUEST_ID_LENGTH_MAX + END.length
const utf8 = new TextEncoder()

/**
 * A text would take new memory for each answer, which costs more than to write the id into memory
 * that was just used.
 */
export function answerBytes(untilId: string): AnswerBytes {
  let bytes = new Uint8Array()
  let idAt = 0
  /** Of these bytes, by their length. */
  let views: Uint8Array<ArrayBuffer>[] = []

  function makeRoom(untilId: string): void {
    idAt = utf8.encode(untilId).length
    bytes = new Uint8Array(idAt + TAIL_BYTES_MAX)
    views = []
  }

  function begin(untilId: string): void {
    if (untilId.length > bytes.length) makeRoom(untilId)
    const { written } = utf8.encodeInto(untilId, bytes)
    if (written === idAt) return
    makeRoom(untilId)
    utf8.encodeInto(untilId, bytes)
  }

  begin(untilId)
  return {
    begin,
    withRequestId(requestId) {
      const end = asciiInto(bytes, escapedInto(bytes, idAt, requestId), END)
      let view = views[end - idAt]
      if (view === undefined) {
        view = bytes.subarray(0, end)
        views[end - idAt] = view
      }
      return view
    },
  }
}
