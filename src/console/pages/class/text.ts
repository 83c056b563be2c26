/** Texts of this page. */
import { inBoth } from '../../shell/language'

export const classText = inBoth({
  en: {
    title: 'Class',
  },
  ko: {
    title: '수업',
  },
})
