/** The pages of other origins that may call the API and the stream: CORS_ORIGINS. [run.cors] */
import type { Setting } from './setting'

/** A page of an application's own scheme, such as tauri://localhost, has an origin as well. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]+$/i

export const CORS_ORIGINS: Setting<readonly string[] | '*' | null> = {
  variable: 'CORS_ORIGINS',
  unset: null,
  allowed: '*, or origins such as https://app.example separated by commas, without a path',
  read: (text) => {
    if (text === '*') return '*'
    const origins = text.split(',').map((part) => originOf(part.trim()))
    return origins.every((origin) => origin !== undefined) ? origins : undefined
  },
}

/** As browsers send it: lower case, and without the scheme's own port. */
function originOf(text: string): string | undefined {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return undefined
  const { origin } = new URL(text)
  return origin === 'null' ? text.toLowerCase() : origin
}
