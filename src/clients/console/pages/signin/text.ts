/** Texts of the sign-in. */
import { inBoth } from '../../shell/preferences'

export const signinText = inBoth({
  en: {
    title: 'Sign in',
    name: 'Name',
    password: 'Password',
    submit: 'Sign in',
    byLink: 'No password yet?',
    howToLink:
      'If no user has a password, the server prints a sign-in link when it starts. The link ' +
      'works once. To print another one, run:',
  },
  ko: {
    title: '로그인',
    name: '이름',
    password: '비밀번호',
    submit: '로그인',
    byLink: '비밀번호가 없다면',
    howToLink:
      '비밀번호를 가진 사용자가 없으면 서버가 시작할 때 링크를 출력합니다. 링크는 한 번만 쓸 수 ' +
      '있으며, 다음 명령으로 새 링크를 만들 수 있습니다.',
  },
})
