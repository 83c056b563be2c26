/** The link of a start that opens the console [console.first-link]. */
import { linkPath } from '../api/console/user/encode'

/** A server that listens on every address is opened under the machine's own. */
export const consoleLink = (url: string, code: string): string =>
  `${url.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1localhost')}${linkPath(code)}`
