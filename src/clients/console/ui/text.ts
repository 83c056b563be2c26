/** Texts of the components in this folder. */
import { inBoth } from '../shell/preferences'

export const uiText = inBoth({
  en: {
    loading: 'Loading …',
    failed: 'Could not load this.',
    again: 'Try again',
    unanswered: 'The server does not respond. Is it running?',
    whatToDo: 'What to do',
    copy: 'Copy',
    copied: 'Copied',
    copyOf: (what: string) => `Copy ${what}`,
    close: 'Close',
    cancel: 'Cancel',
    more: 'Load more',
  },
  ko: {
    loading: '불러오는 중 …',
    failed: '불러오지 못했습니다.',
    again: '다시 시도',
    unanswered: '서버가 응답하지 않습니다. 실행 중인지 확인하세요.',
    whatToDo: '해결 방법',
    copy: '복사',
    copied: '복사됨',
    copyOf: (what) => `${what} 복사`,
    close: '닫기',
    cancel: '취소',
    more: '더 보기',
  },
})
