/** A new secret, shown until the user presses Done, since it is shown only once. */
import { useEffect, useRef } from 'preact/hooks'
import { Button, CopyRow } from '../../ui/button'
import type { NewSecret } from './calls'
import { Connect } from './connect'
import { keysText } from './text'

interface ShownSecretProps {
  readonly shown: NewSecret
  readonly onDone: () => void
}

export function ShownSecret({ shown, onDone }: ShownSecretProps) {
  const say = keysText()
  const { clientId, clientSecret, accountId = '', scope } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [clientSecret])
  useEffect(() => {
    // Leaving the page would lose the secret, so the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  const facts = {
    url: location.origin,
    clientId,
    clientSecret,
    accountId,
    trades: scope === 'TRADE',
  }
  return (
    <section class="panel stack shown-secret" aria-labelledby="shown-secret">
      <div>
        <h2 id="shown-secret" ref={heading} tabIndex={-1}>
          {say.secretShownOnce}
        </h2>
        <p class="muted">{say.copyIt}</p>
      </div>
      <dl class="facts">
        <CopyRow label={say.clientId} text={clientId} />
        <CopyRow label={say.clientSecret} text={clientSecret} />
      </dl>
      <Connect facts={facts} />
      <div class="row">
        <Button kind="primary" onClick={onDone}>
          {say.done}
        </Button>
      </div>
    </section>
  )
}
