/** Texts of the sign-in. */
import { inBoth } from '../../shell/preferences'

export const signinText = inBoth({
  en: {
    title: 'Sign in',
    name: 'User name',
    password: 'Password',
    submit: 'Sign in',
    byLink: 'No password yet?',
    howToLink:
      'If no user has a password, the server prints a sign-in link when it starts. The link ' +
      'works once. To print another one, run:',
  },
  ko: {
    title: '로그인',
    name: '사용자 이름',
    password: '비밀번호',
    submit: '로그인',
    byLink: '비밀번호가 없다면',
    howToLink:
      '비밀번호를 설정한 사용자가 없으면 서버를 시작할 때 로그인 링크가 출력됩니다. 링크는 한 번만 ' +
      '쓸 수 있습니다. 새 링크가 필요하면 다음 명령을 실행하세요.',
  },
})
