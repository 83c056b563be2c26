/** The page "Sandbox": controls of the market by hand [console.sandbox]. */
import './sandbox.css'
import { accountId } from '../../data/client'
import { changeLog } from '../../data/sandbox'
import { session } from '../../data/session'
import { Moment } from '../../shell/zone'
import { Button } from '../../ui/button'
import { Empty, RefusalNote, Waiting } from '../../ui/states'
import { ClockPanel } from './clock-panel'
import { FaultsPanel, OutcomesPanel } from './forced-panels'
import { InstrumentPanel, PinsPanel } from './instrument-panel'
import { ScenarioPanel } from './scenario-panel'
import { sandboxText } from './text'
import { useSteering } from './use-steering'

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
export function WholeMarketPanel() {
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
export function LogPanel() {
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
