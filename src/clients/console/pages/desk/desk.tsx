/** The page "Desk": what a test does to the market, by hand [console.desk]. */
import './desk.css'
import { accountId } from '../../data/client'
import { steered } from '../../data/sandbox'
import { session } from '../../data/session'
import { Moment } from '../../shell/zone'
import { Button } from '../../ui/button'
import { Empty, RefusalNote, Waiting } from '../../ui/states'
import { ClockPanel } from './clock-panel'
import { FaultsPanel, OutcomesPanel } from './forced-panels'
import { InstrumentPanel, PinsPanel } from './instrument-panel'
import { ScenarioPanel } from './scenario-panel'
import { deskText } from './text'
import { useSteering } from './use-steering'

export function DeskPage() {
  const say = deskText()
  const { value: now } = session
  if (now.state !== 'in') return <Waiting />
  const { sandbox, user } = now.session
  if (!sandbox) return <Empty title={say.noSandbox} />
  if (!user.operator) return <Empty title={say.notYours} />
  return (
    <section class="desk-page">
      <h1 class="unseen">{say.title}</h1>
      <p class="desk-warning">{say.about}</p>
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

/** What stops everybody's orders, or one account's. */
export function WholeMarketPanel() {
  const say = deskText()
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

/** What was done on this page since it was opened, the newest first. */
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
