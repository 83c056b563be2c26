/** What stops everybody's orders, or one account's. */
import { accountId } from '../../data/client'
import { Button } from '../../ui/button'
import { RefusalNote } from '../../ui/refusal-note'
import { deskText } from './text'
import { useSteering } from './use-steering'

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
