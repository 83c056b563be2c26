/** The command `bun run keys`: outcomes to the standard output, what went wrong to the other. */
import { faultLine, readConfig } from '../config/config'
import { reasonOf } from '../core/reason'
import { StartError } from '../store/start-error'
import { answerAtOnce } from './keys/answer'
import { reachAndAnswer } from './keys/transport'

const WAITING = 'waiting for the process that uses the folder …'

async function run(args: readonly string[]): Promise<void> {
  const answer = answerAtOnce(args)
  if ('ok' in answer) return tell(answer)
  const read = readConfig(process.env)
  if ('faults' in read) return tell({ ok: false, text: read.faults.map(faultLine).join('\n') })
  tell(await reachAndAnswer(read.config, args, () => console.error(WAITING)))
}

function tell({ ok, text }: { readonly ok: boolean; readonly text: string }): void {
  if (ok) console.log(text)
  else console.error(text)
  process.exitCode = ok ? 0 : 1
}

run(process.argv.slice(2)).catch((error: unknown) => {
  tell({
    ok: false,
    text: error instanceof StartError ? error.message : `The command failed: ${reasonOf(error)}`,
  })
})
