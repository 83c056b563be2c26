/** Texts of this page. */
import { inBoth } from '../../shell/preferences'

export const signinText = inBoth({
  en: {
    title: 'Sign in',
    name: 'Name',
    password: 'Password',
    submit: 'Sign in',
    byLink: 'Without a password',
    howToLink:
      'As long as nobody has a password, the server prints a link when it starts. It works once; ' +
      'this command prints another:',
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
