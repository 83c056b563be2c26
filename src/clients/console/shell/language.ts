/** English and Korean: the language in use, and texts that have both. */
import { signal } from '@preact/signals'
import { keep, kept } from './kept'

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
