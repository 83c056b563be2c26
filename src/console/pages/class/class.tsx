/** The page "Class". */
import { classText } from './text'
import './class.css'

export function ClassPage() {
  const say = classText()
  return (
    <section class="class">
      <h1>{say.title}</h1>
    </section>
  )
}
