/** The page "Sandbox": controls of the market by hand, and scenarios [console.sandbox]. */
import './sandbox.css'
import { useId, useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import { polled, reached, usePolled } from '../../data/polled'
import { changeLog, sandboxOf, useSteering } from '../../data/sandbox'
import { accountId, session } from '../../data/session'
import { Moment } from '../../shell/zone'
import { Button } from '../../ui/button'
import { Empty, RefusalNote, Waiting } from '../../ui/states'
import { Table } from '../../ui/table'
import { FaultsPanel, OutcomesPanel } from './forced-panels'
import { ClockPanel, InstrumentPanel, PinsPanel } from './market-panels'
import { sandboxText } from './text'

export function SandboxPage() {
  const say = sandboxText()
  const { value: now } = session
  if (now.state !== 'in') return <Waiting />
  const { sandbox, user } = now.session
  if (!sandbox) return <Empty title={say.noSandbox} />
  if (!user.operator) return <Empty title={say.notYours} />
  return (
    <section class="sandbox-page">
      <h1 class="unseen">{say.title}</h1>
      <p class="sandbox-warning">{say.about}</p>
      <div class="stack">
        <ClockPanel />
        <WholeMarketPanel />
      </div>
      <InstrumentPanel />
      <PinsPanel />
      <OutcomesPanel />
      <FaultsPanel />
      <ScenarioPanel />
      <LogPanel />
    </section>
  )
}

/** Halts new orders for all, and locks an account. */
function WholeMarketPanel() {
  const say = sandboxText()
  const { busy, fault, steer } = useSteering()
  const account = accountId.value
  const lock = `accounts/${account}/lock`
  return (
    <section class="panel">
      <h2>{say.whole}</h2>
      <div class="row">
        <Button kind="danger" busy={busy} onClick={() => void steer(say.didHalt, 'PUT', 'halt')}>
          {say.halt}
        </Button>
        <Button busy={busy} onClick={() => void steer(say.didResume, 'DELETE', 'halt')}>
          {say.resume}
        </Button>
        {account !== null && (
          <>
            <Button busy={busy} onClick={() => void steer(say.didLock(account), 'PUT', lock)}>
              {say.lock}
            </Button>
            <Button busy={busy} onClick={() => void steer(say.didUnlock(account), 'DELETE', lock)}>
              {say.unlock}
            </Button>
          </>
        )}
      </div>
      {fault !== null && <RefusalNote error={fault} />}
    </section>
  )
}

/** The changes since this page was opened, newest first. */
function LogPanel() {
  const say = sandboxText()
  const { value: entries } = changeLog
  return (
    <section class="panel sandbox-wide">
      <h2>{say.log}</h2>
      {entries.length === 0 && <Empty title={say.logEmpty} />}
      <ol class="sandbox-log" aria-live="polite">
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

const READ_EVERY_MS = 2_000
/** An example of the grammar. */
const SAMPLE = 'day 2026-03-02\n09:35 AAPL pin 99.99 / 100.00\n09:40 AAPL unpin\n'

const report = polled(
  async (from) => (await reached(answered(sandboxOf(from).scenarios.get()))).rows,
  READ_EVERY_MS,
)

function ScenarioPanel() {
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
