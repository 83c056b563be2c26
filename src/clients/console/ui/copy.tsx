/** A button that copies a text, and says so. */
import { useState } from 'preact/hooks'
import { Button } from './button'
import { uiText } from './text'

interface CopyProps {
  readonly text: string
  /** What is copied, read aloud: "client id". */
  readonly what: string
}

const SAID_MS = 2_000

export function Copy({ text, what }: CopyProps) {
  const say = uiText()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
  }
  return (
    <>
      <Button aria-label={say.copyOf(what)} onClick={() => void copy().catch(() => {})}>
        {copied ? say.copied : say.copy}
      </Button>
      <span class="unseen" role="status">
        {copied && say.copied}
      </span>
    </>
  )
}
