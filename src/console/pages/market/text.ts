/** Texts of this page. */
import { inBoth } from '../../shell/language'

export const marketText = inBoth({
  en: {
    title: 'Market',
  },
  ko: {
    title: '시장',
  },
})
