/** The settings: language, theme, time zone, the list of shortcuts, and signing out. */
import { useState } from 'preact/hooks'
import { closeSession, session } from '../data/session'
import { Button, Choice } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { RefusalNote } from '../ui/states'
import {
  chooseLanguage,
  chooseTheme,
  chooseUpColour,
  LANGUAGES,
  type Language,
  language,
  THEMES,
  theme,
  UP_COLOURS,
  upColour,
} from './preferences'
import { shortcuts } from './shortcuts'
import { shellText } from './text'
import { chooseZone, nameOfZone, shownZone, ZONES } from './zone'
import './frame.css'

const isLanguage = (text: string): text is Language => text in LANGUAGES
const languages = Object.keys(LANGUAGES).filter(isLanguage)

export function Settings({ onClose }: { readonly onClose: () => void }) {
  const say = shellText()
  const [fault, setFault] = useState<unknown>(null)
  const { value: now } = session
  return (
    <Dialog title={say.settings} onClose={onClose}>
      <dl class="settings">
        <Choices />
        <dt>{say.keyboard}</dt>
        <dd>
          <ul class="keys">
            {shortcuts.value.map(({ key, label }) => (
              <li key={key}>
                <kbd>{key}</kbd> {label()}
              </li>
            ))}
            <li>
              <kbd>↑</kbd> <kbd>↓</kbd> {say.toTables}
            </li>
            <li>
              <kbd>Esc</kbd> {say.toClose}
            </li>
          </ul>
        </dd>
      </dl>
      <p class="row">
        <a href="/docs">{say.documentation}</a>
        <a href="/errors">{say.errors}</a>
        <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
          {say.charts}
        </a>
      </p>
      {now.state === 'in' && (
        <p class="row">
          <span class="muted">{say.signedInAs(now.session.user.name)}</span>
          <Button onClick={() => void closeSession().catch(setFault)}>{say.signOut}</Button>
          {fault !== null && <RefusalNote error={fault} />}
        </p>
      )}
    </Dialog>
  )
}

function Choices() {
  const say = shellText()
  return (
    <>
      <dt>{say.language}</dt>
      <dd>
        <Choice
          label={say.language}
          name="language"
          value={language.value}
          options={languages.map((each) => [each, LANGUAGES[each]])}
          onChange={chooseLanguage}
        />
      </dd>
      <dt>{say.theme}</dt>
      <dd>
        <Choice
          label={say.theme}
          name="theme"
          value={theme.value}
          options={THEMES.map((each) => [each, say[each]])}
          onChange={chooseTheme}
        />
      </dd>
      <dt>{say.upColour}</dt>
      <dd>
        <Choice
          label={say.upColour}
          name="up"
          value={upColour.value}
          options={UP_COLOURS.map((each) => [each, say[each]])}
          onChange={chooseUpColour}
        />
      </dd>
      <dt>{say.times}</dt>
      <dd>
        <Choice
          label={say.times}
          name="zone-of-times"
          value={shownZone.value}
          options={ZONES.map((each) => [each, nameOfZone(each)])}
          onChange={chooseZone}
        />
      </dd>
    </>
  )
}
