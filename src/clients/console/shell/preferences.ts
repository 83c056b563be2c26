/** The preferences of this browser's user: language, theme, colours; and their storage. */
import { computed, effect, signal } from '@preact/signals'

export const LANGUAGES = { en: 'English', ko: '한국어' } as const

export type Language = keyof typeof LANGUAGES

/** The language that was chosen, otherwise the browser's. */
const initialLanguage = (): Language => {
  const wanted = stored('language') ?? globalThis.navigator?.language ?? ''
  return wanted.startsWith('ko') ? 'ko' : 'en'
}

export const language = signal<Language>(initialLanguage())

export function chooseLanguage(chosen: Language): void {
  language.value = chosen
  store('language', chosen)
}

/** A text, or a function of the values that it shows. */
type Text = string | ((...values: never[]) => string)

/**
 * Returns a function that returns the texts in the language in use; a component that calls it is
 * redrawn when the language changes. If Korean lacks a text, it does not compile
 * [console.languages].
 */
export const inBoth = <Texts extends Readonly<Record<string, Text>>>(both: {
  readonly en: Texts
  readonly ko: NoInfer<Texts>
}) => Object.assign(() => both[language.value], { both })

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** `red` is red for up and blue for down, as in Korea. */
export const UP_COLOURS = ['green', 'red'] as const
export type UpColour = (typeof UP_COLOURS)[number]

const one = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

export const theme = signal<Theme>(one(THEMES, stored('theme')) ?? 'system')
const chosenUp = signal<UpColour | undefined>(one(UP_COLOURS, stored('up')))

/** The colour that was chosen, otherwise the custom of the language in use. */
export const upColour = computed<UpColour>(
  () => chosenUp.value ?? (language.value === 'ko' ? 'red' : 'green'),
)

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  store('theme', chosen)
}

export function chooseUpColour(chosen: UpColour): void {
  chosenUp.value = chosen
  store('up', chosen)
}

/** Applies the theme, the colours and the language to the document. */
export const dress = (root: HTMLElement): void => {
  effect(() => {
    root.lang = language.value
    root.dataset.theme = theme.value
    root.dataset.up = upColour.value
  })
}

const PREFIX = 'paper-brokerage.'

/** Null if nothing is stored under the name, or if the browser has no storage. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** Does nothing if storage is full or forbidden. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {}
}
