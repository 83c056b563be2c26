/** Plays a scenario, from a file or typed, and shows the state of its steps. */
import { useId, useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import { polled, reached, usePolled } from '../../data/polled'
import { sandboxOf } from '../../data/sandbox'
import { Moment } from '../../shell/zone'
import { Button } from '../../ui/button'
import { Empty, RefusalNote } from '../../ui/states'
import { Table } from '../../ui/table'
import { sandboxText } from './text'
import { useSteering } from './use-steering'

const READ_EVERY_MS = 2_000
/** An example of the grammar. */
const SAMPLE = 'day 2026-03-02\n09:35 AAPL pin 99.99 / 100.00\n09:40 AAPL unpin\n'

const report = polled(
  async (from) => (await reached(answered(sandboxOf(from).scenarios.get()))).rows,
  READ_EVERY_MS,
)

export function ScenarioPanel() {
  const say = sandboxText()
  const id = useId()
  const { busy, fault, steer } = useSteering()
  const [text, setText] = useState('')
  const shown = usePolled(report)
  const rows = shown.state === 'ready' ? shown.value : []

  const readFile = async (file: File | undefined) => {
    if (file !== undefined) setText(await file.text())
  }
  const play = async (event: Event) => {
    event.preventDefault()
    if (await steer(say.didScenario, 'POST', 'scenarios', { text })) report.reload()
  }
  return (
    <section class="panel sandbox-wide">
      <h2>{say.scenario}</h2>
      <p class="muted">{say.scenarioAbout}</p>
      <form class="sandbox-scenario" onSubmit={(event) => void play(event)}>
        <label for={`${id}-file`}>{say.scenarioFile}</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".scenario,.txt,text/plain"
          onChange={(event) => void readFile(event.currentTarget.files?.[0])}
        />
        <label for={`${id}-text`}>{say.scenarioText}</label>
        <textarea
          id={`${id}-text`}
          rows={6}
          spellcheck={false}
          value={text}
          placeholder={SAMPLE}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div class="row">
          <Button kind="sandbox" type="submit" busy={busy} disabled={text.trim() === ''}>
            {say.play}
          </Button>
        </div>
      </form>
      {fault !== null && <RefusalNote error={fault} />}
      {rows.length === 0 && <Empty title={say.noScenario} />}
      {rows.length > 0 && (
        <Table
          caption={say.scenario}
          rows={rows}
          keyOf={({ line }) => String(line)}
          columns={[
            { key: 'line', label: say.line, numeric: true, cell: ({ line }) => line },
            { key: 'text', label: say.what, cell: (row) => <code>{row.text}</code> },
            { key: 'state', label: say.stepState, cell: ({ state }) => say[state] },
            {
              key: 'at',
              label: say.happenedAt,
              cell: ({ happenedAt }) => (happenedAt === null ? '–' : <Moment at={happenedAt} />),
            },
            { key: 'happened', label: say.stepResult, cell: ({ happened }) => happened },
          ]}
        />
      )}
    </section>
  )
}
