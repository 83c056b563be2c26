/** The page "Desk": what a test does to the market, by hand [console.desk]. */
import { session } from '../../data/session'
import { Empty, Waiting } from '../../ui/states'
import { ClockPanel } from './clock-panel'
import { FaultsPanel } from './faults-panel'
import { InstrumentPanel } from './instrument-panel'
import { LogPanel } from './log-panel'
import { OutcomesPanel } from './outcomes-panel'
import { PinsPanel } from './pins-panel'
import { ScenarioPanel } from './scenario-panel'
import { deskText } from './text'
import { WholeMarketPanel } from './whole-market-panel'
import './desk.css'

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
