/** The page "Paper trading". */
import { keysText } from './text'
import './keys.css'

export function KeysPage() {
  const say = keysText()
  return (
    <section class="keys">
      <h1>{say.title}</h1>
    </section>
  )
}
