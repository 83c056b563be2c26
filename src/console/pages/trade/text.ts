/** Texts of this page. */
import { inBoth } from '../../shell/language'

export const tradeText = inBoth({
  en: {
    title: 'Trade',
  },
  ko: {
    title: '거래',
  },
})
