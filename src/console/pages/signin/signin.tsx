/** The page "Sign in". */
import { signinText } from './text'
import './signin.css'

export function SigninPage() {
  const say = signinText()
  return (
    <section class="signin">
      <h1>{say.title}</h1>
    </section>
  )
}
