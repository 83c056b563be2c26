/** Texts of this page. */
import { inBoth } from '../../shell/language'

export const deskText = inBoth({
  en: {
    title: 'Desk',
  },
  ko: {
    title: '시장 조작',
  },
})
