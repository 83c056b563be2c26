/** Says that the connection is lost while it is: nothing where all is well. */
import { connection } from '../data/orders'
import { unreachable } from '../data/polled'
import { shellText } from './text'
import './connection-state.css'

export function ConnectionState() {
  const say = shellText()
  const { state } = connection.value
  // The stream may be turned off on this server: what is read by HTTP is right all the same.
  const text = unreachable.value ? say.lost : state === 'failed' ? say.streamFailed : ''
  return (
    <div class="connection" role="status">
      {text !== '' && <span>{text}</span>}
    </div>
  )
}
