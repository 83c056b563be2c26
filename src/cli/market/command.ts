/** `paper market`: chart, report, adopt, seed, repair. */
import type { CliCommand } from '../shared/command'
import { adopt } from './adopt'
import { chart } from './chart/action'
import { MARKET_HELP } from './help'
import { repair } from './repair'
import { report } from './report/action'
import { seed } from './seed'

export const marketCommand: CliCommand = {
  name: 'market',
  help: MARKET_HELP,
  does: { chart, report, adopt, seed, repair },
}
