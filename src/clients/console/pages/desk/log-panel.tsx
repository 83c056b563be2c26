/** What was done on this page since it was opened, the newest first. */
import { steered } from '../../data/sandbox'
import { Moment } from '../../ui/moment'
import { RefusalNote } from '../../ui/refusal-note'
import { Empty } from '../../ui/states'
import { deskText } from './text'

export function LogPanel() {
  const say = deskText()
  const { value: entries } = steered
  return (
    <section class="panel desk-wide">
      <h2>{say.log}</h2>
      {entries.length === 0 && <Empty title={say.logEmpty} />}
      <ol class="desk-log" aria-live="polite">
        {entries.map(({ number, at, what, error }) => (
          <li key={number}>
            <span class="muted">{at !== null && <Moment at={at} dated />}</span> {what}{' '}
            {error === null ? (
              <span class="muted">{say.worked}</span>
            ) : (
              <RefusalNote error={error} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
