/** Texts of the page Market. */
import { inBoth } from '../../shell/preferences'

export const marketText = inBoth({
  en: {
    title: 'Market',
    add: 'Add a symbol or name',
    calendar: 'Next seven days',
    zone: 'Time zone',
    date: 'Date',
    status: 'Status',
    OPEN: 'Open',
    HALF_DAY: 'Half day',
    CLOSED: 'Closed',
    DAY: 'DAY',
    PRE: 'PRE',
    REGULAR: 'REGULAR',
    AFTER: 'AFTER',
  },
  ko: {
    title: '시장',
    add: '종목코드 또는 이름으로 추가',
    calendar: '앞으로 7일간 장 운영 시간',
    zone: '시간대',
    date: '날짜',
    status: '상태',
    OPEN: '개장',
    HALF_DAY: '조기 마감',
    CLOSED: '휴장',
    DAY: '데이',
    PRE: '프리',
    REGULAR: '정규',
    AFTER: '애프터',
  },
})
