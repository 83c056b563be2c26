/** What a browser remembers of its user's choices; without storage, until the page is closed. */

const PREFIX = 'paper-brokerage.'

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // Storage is full, or the browser forbids it.
  }
}
