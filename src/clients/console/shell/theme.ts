/** Colours: dark or light, and which one means up. */
import { computed, effect, signal } from '@preact/signals'
import { keep, kept } from './kept'
import { language } from './language'

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
