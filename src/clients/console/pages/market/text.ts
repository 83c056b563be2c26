/** Texts of the page Market. */
import { inBoth } from '../../shell/preferences'

export const marketText = inBoth({
  en: {
    title: 'Market',
    add: 'Search and add: symbol or name',
    calendar: 'The next seven days',
    zone: 'Zone',
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
    add: '종목코드 또는 이름을 검색해 추가',
    calendar: '앞으로 7일',
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
