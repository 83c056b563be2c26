/**
 * Where the server listens, HOST and PORT [run.address], and where it is reached, PUBLIC_URL
 * [run.public-url].
 */
import { isIP } from 'node:net'
import { parseWholeNumber, type Setting } from './setting'

// A name that ends in a number would be an IP address, and a wrong one.
const HOST_NAME = /^(?=.{1,253}$)(?!(?:.*\.)?\d+$)[A-Za-z0-9][A-Za-z0-9._-]*$/

export const HOST: Setting<string> = {
  variable: 'HOST',
  unset: '127.0.0.1',
  allowed: 'an IP address or a host name, without a port',
  read: (text) => (isIP(text) !== 0 || HOST_NAME.test(text) ? text : undefined),
}

/** Whether only this machine can reach the address. Names but `localhost` may lead anywhere. */
export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || (isIP(host) === 4 && /^127\./.test(host))

export const PORT: Setting<number> = {
  variable: 'PORT',
  unset: 3000,
  allowed: 'a whole number from 0 (any free port) to 65535',
  read: (text) => parseWholeNumber(text, 0, 65_535),
}

/** Without a path: pages, and what they load, have fixed ones. Without a slash at its end. */
export const PUBLIC_URL: Setting<string | null> = {
  variable: 'PUBLIC_URL',
  unset: null,
  allowed:
    'an http or https address such as https://paper.example, without a path: the server needs a ' +
    'host name of its own',
  read: (text) => {
    if (!/^https?:\/\/[\w.:[\]-]+\/?$/.test(text) || !URL.canParse(text)) return undefined
    return new URL(text).origin
  },
}
