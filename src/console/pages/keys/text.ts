/** Texts of this page. */
import { inBoth } from '../../shell/language'

export const keysText = inBoth({
  en: {
    title: 'Paper trading',
  },
  ko: {
    title: '모의투자',
  },
})
