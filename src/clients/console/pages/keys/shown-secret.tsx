/** A new secret. It is shown this once, so it stays until its user says that it is kept. */
import { useEffect, useRef } from 'preact/hooks'
import { Button, Copy } from '../../ui/button'
import type { ShownKey } from './calls'
import { Connect } from './connect'
import { keysText } from './text'

interface ShownSecretProps {
  readonly shown: ShownKey
  readonly onKept: () => void
}

export function ShownSecret({ shown, onKept }: ShownSecretProps) {
  const say = keysText()
  const { clientId, clientSecret, accountId = '', scope } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [clientSecret])
  useEffect(() => {
    // Leaving the page would lose it: the browser asks first.
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
        <p class="muted">{say.keepIt}</p>
      </div>
      <dl class="facts">
        <dt>{say.clientId}</dt>
        <dd class="row">
          <code>{clientId}</code>
          <Copy text={clientId} what={say.clientId} />
        </dd>
        <dt>{say.clientSecret}</dt>
        <dd class="row">
          <code>{clientSecret}</code>
          <Copy text={clientSecret} what={say.clientSecret} />
        </dd>
      </dl>
      <Connect facts={facts} />
      <div class="row">
        <Button kind="primary" onClick={onKept}>
          {say.isKept}
        </Button>
      </div>
    </section>
  )
}
