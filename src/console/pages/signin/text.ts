/** Texts of this page. */
import { inBoth } from '../../shell/language'

export const signinText = inBoth({
  en: {
    title: 'Sign in',
  },
  ko: {
    title: '로그인',
  },
})
