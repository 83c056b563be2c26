/** The sign-in, by name and password. */
import { useState } from 'preact/hooks'
import { openSession, session } from '../../data/session'
import { chooseLanguage, LANGUAGES, language } from '../../shell/preferences'
import { shellText } from '../../shell/text'
import { Button, Choice } from '../../ui/button'
import { faultAt, faultElsewhere, TextField } from '../../ui/form-field'
import { RefusalNote } from '../../ui/states'
import { signinText } from './text'
import '../pages.css'

const FIELDS = ['name', 'password']

export function SigninPage() {
  const say = signinText()
  const { value: now } = session
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(now.state === 'out' ? now.fault : undefined)
  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault(undefined)
    try {
      await openSession({ name, password })
    } catch (error) {
      setFault(error)
      setBusy(false)
    }
  }
  const elsewhere = faultElsewhere(FIELDS, fault)
  return (
    <main class="signin">
      <p class="product">{shellText().product}</p>
      <h1>{say.title}</h1>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={say.name}
          name="username"
          autocomplete="username"
          required
          value={name}
          onInput={setName}
          fault={faultAt('name', fault)}
        />
        <TextField
          label={say.password}
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password}
          onInput={setPassword}
          fault={faultAt('password', fault)}
        />
        {elsewhere !== undefined && <RefusalNote error={elsewhere} />}
        <Button type="submit" kind="primary" busy={busy}>
          {say.submit}
        </Button>
      </form>
      <section class="stack hint">
        <h2>{say.byLink}</h2>
        <p>{say.howToLink}</p>
        <pre>
          <code>paper users link</code>
        </pre>
      </section>
      <Choice
        label={shellText().language}
        name="language"
        value={language.value}
        options={[
          ['en', LANGUAGES.en],
          ['ko', LANGUAGES.ko],
        ]}
        onChange={chooseLanguage}
      />
    </main>
  )
}
