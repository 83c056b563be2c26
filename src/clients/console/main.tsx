/** The console's beginning: what a browser runs at `/console/`. */
import { render } from 'preact'
import { followSession } from './data/client'
import { Console } from './shell/console'
import { listenToKeys } from './shell/shortcuts'
import { dress } from './shell/theme'

dress(document.documentElement)
listenToKeys()
followSession()
const place = document.getElementById('app')
if (place !== null) render(<Console />, place)
