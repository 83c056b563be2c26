/**
 * The JSON of an answer, whose last member is its request's id: all that stands before the id is
 * made once for many answers.
 */

/** Of the JSON of an object with at least one member. */
export const untilRequestId = (json: string): string => `${json.slice(0, -1)},"requestId":"`

/** The whole text. A text of more than three parts would be joined in two steps. */
export const withRequestId = (untilId: string, requestId: string): string =>
  `${untilId}${inJson(requestId)}"}`

/** An id is printable ASCII: few of them need JSON's own encoder. */
const inJson = (id: string): string => (/["\\]/.test(id) ? JSON.stringify(id).slice(1, -1) : id)
