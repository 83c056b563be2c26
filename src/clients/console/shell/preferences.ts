/** What a person chose in this browser, and where it is stored: the language, the colours. */
import { computed, effect, signal } from '@preact/signals'

export const LANGUAGES = { en: 'English', ko: '한국어' } as const

export type Language = keyof typeof LANGUAGES

/** The one that was chosen, otherwise the browser's. */
const atFirst = (): Language => {
  const wanted = kept('language') ?? globalThis.navigator?.language ?? ''
  return wanted.startsWith('ko') ? 'ko' : 'en'
}

export const language = signal<Language>(atFirst())

export function chooseLanguage(chosen: Language): void {
  language.value = chosen
  keep('language', chosen)
}

/** A text, or a function of the facts that stand in it. */
type Text = string | ((...facts: never[]) => string)

/**
 * Texts in both languages, those of the one in use when called; a component that calls it is drawn
 * anew when the language changes. A text that Korean lacks does not compile [console.languages].
 */
export const inBoth = <Texts extends Readonly<Record<string, Text>>>(both: {
  readonly en: Texts
  readonly ko: NoInfer<Texts>
}) => Object.assign(() => both[language.value], { both })

/** Colours: dark or light, and which one means up. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** `red`: red for up and blue for down, as in Korea. */
export const UP_COLOURS = ['green', 'red'] as const
export type UpColour = (typeof UP_COLOURS)[number]

const one = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

export const theme = signal<Theme>(one(THEMES, kept('theme')) ?? 'system')
const chosenUp = signal<UpColour | undefined>(one(UP_COLOURS, kept('up')))

/** Until it is chosen, the custom of the language in use. */
export const upColour = computed<UpColour>(
  () => chosenUp.value ?? (language.value === 'ko' ? 'red' : 'green'),
)

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  keep('theme', chosen)
}

export function chooseUpColour(chosen: UpColour): void {
  chosenUp.value = chosen
  keep('up', chosen)
}

/** Keeps the document's colours and language those that are chosen. */
export const dress = (root: HTMLElement): void => {
  effect(() => {
    root.lang = language.value
    root.dataset.theme = theme.value
    root.dataset.up = upColour.value
  })
}

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
