/** Where the server listens: HOST and PORT (D10). */
import { isIP } from 'node:net'
import { type Setting, wholeNumber } from './setting'

// A name that ends in a number would be an IP address, and a wrong one.
const HOST_NAME = /^(?=.{1,253}$)(?!(?:.*\.)?\d+$)[A-Za-z0-9][A-Za-z0-9._-]*$/

export const HOST: Setting<string> = {
  variable: 'HOST',
  unset: '127.0.0.1',
  allowed: 'an IP address or a host name, without a port',
  read: (text) => (isIP(text) !== 0 || HOST_NAME.test(text) ? text : undefined),
}

export const PORT: Setting<number> = {
  variable: 'PORT',
  unset: 3000,
  allowed: 'a whole number from 0 (any free port) to 65535',
  read: (text) => wholeNumber(text, 0, 65_535),
}
