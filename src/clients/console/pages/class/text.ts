/** Texts of this page. */
import { inBoth } from '../../shell/preferences'

export const classText = inBoth({
  en: {
    title: 'Class',
    about: 'All accounts of this server, the richest first.',
    notYours: 'The class is for an operator of this server.',
    more: 'There are more accounts than are shown here.',
    user: 'User',
    total: 'Total',
    profit: 'Profit',
    rate: '%',
    cash: 'Cash',
    line: 'Month',
    lineOf: (user: string, from: string, to: string) => `${user}: from ${from} to ${to}`,
    statement: 'Statement',
    statementOf: (account: string) => `Statement of ${account} as CSV`,
    reload: 'Read again',
  },
  ko: {
    title: '수업',
    about: '이 서버의 모든 계좌를 총자산이 큰 순서로 보여 줍니다.',
    notYours: '수업 화면은 서버 운영자만 볼 수 있습니다.',
    more: '여기에 보이지 않는 계좌가 더 있습니다.',
    user: '사용자',
    total: '총자산',
    profit: '손익',
    rate: '%',
    cash: '현금',
    line: '한 달',
    lineOf: (user, from, to) => `${user}: ${from}에서 ${to}`,
    statement: '거래 내역',
    statementOf: (account) => `${account} 거래 내역 CSV`,
    reload: '다시 읽기',
  },
})
