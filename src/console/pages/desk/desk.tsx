/** The page "Desk". */
import { deskText } from './text'
import './desk.css'

export function DeskPage() {
  const say = deskText()
  return (
    <section class="desk">
      <h1>{say.title}</h1>
    </section>
  )
}
