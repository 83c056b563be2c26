/** Texts of the page Leaderboard. */
import { inBoth } from '../../shell/preferences'

export const leaderboardText = inBoth({
  en: {
    title: 'Leaderboard',
    about: 'All accounts on this server, by total value.',
    notYours: 'Only operators of this server can see the leaderboard.',
    more: 'Not all accounts are shown.',
    user: 'User',
    total: 'Total',
    profit: 'P&L',
    rate: 'P&L %',
    cash: 'Cash',
    line: 'Last month',
    lineOf: (user: string, from: string, to: string) => `${user}: from ${from} to ${to}`,
    statement: 'Statement',
    statementOf: (account: string) => `Statement of ${account} as CSV`,
    reload: 'Refresh',
  },
  ko: {
    title: '순위표',
    about: '이 서버의 모든 계좌를 총자산이 큰 순서로 보여 줍니다.',
    notYours: '순위표는 서버 운영자만 볼 수 있습니다.',
    more: '일부 계좌는 표시되지 않습니다.',
    user: '사용자',
    total: '총자산',
    profit: '손익',
    rate: '수익률',
    cash: '예수금',
    line: '최근 한 달',
    lineOf: (user, from, to) => `${user}: 시작 ${from}, 현재 ${to}`,
    statement: '거래 내역서',
    statementOf: (account) => `${account} 거래 내역서 CSV`,
    reload: '새로고침',
  },
})
