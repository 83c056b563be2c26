/** Why something did not work: the server's own words, and a link to the page of its code. */
import { RefusalError } from '../../sdk'
import { uiText } from './text'
import './states.css'

export function RefusalNote({ error }: { readonly error: unknown }) {
  const say = uiText()
  if (!(error instanceof RefusalError)) {
    return (
      <span class="refusal" role="alert">
        {say.unanswered}
      </span>
    )
  }
  const { message, code, docUrl } = error.envelope
  return (
    <span class="refusal" role="alert">
      {message}{' '}
      {docUrl !== undefined && (
        <a href={pathOf(docUrl)} target="_blank" rel="noreferrer">
          {say.whatToDo} <code>{code}</code>
        </a>
      )}
    </span>
  )
}

/** On this server, under whatever name the browser reaches it. */
const pathOf = (url: string): string => new URL(url, location.href).pathname
