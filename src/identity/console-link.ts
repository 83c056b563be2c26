/** The link that opens the console once [console.first-link]. */

/** Where a code leads, below the server's address. */
export const linkPath = (code: string): string => `/console/?code=${code}`

/** A server that listens on every address is opened under the machine's own name. */
export const consoleLink = (url: string, code: string): string =>
  url.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1localhost') + linkPath(code)
