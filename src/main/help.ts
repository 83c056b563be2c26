/** `bun run server --help`: the server has no arguments, only settings. */

import { tableLines } from '../cli/shared/table'
import { SETTINGS } from '../config/config'

export const helpLines = (): readonly string[] => [
  'Starts the brokerage. It takes no arguments: environment variables set it, each of which may be',
  'left out. README.md says what they mean.',
  '',
  ...tableLines(
    ['VARIABLE', 'ALLOWED'],
    SETTINGS.map(({ variable, allowed }) => [variable, allowed]),
  ),
]

export const unexpected = (argument: string): string =>
  `The server takes no arguments, so not ${JSON.stringify(argument)}: environment variables set ` +
  'it; --help lists them.'
