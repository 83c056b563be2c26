/** The script that a browser runs at `/console/`. */
import { render } from 'preact'
import { followSession } from './data/client'
import { Console } from './shell/console'
import { dress } from './shell/preferences'
import { listenToKeys } from './shell/shortcuts'

dress(document.documentElement)
listenToKeys()
followSession()
const place = document.getElementById('app')
if (place !== null) render(<Console />, place)
