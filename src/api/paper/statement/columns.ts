/** The columns of a statement and the types of its lines, in both languages. */
export const STATEMENT_LANGUAGES = ['en', 'ko'] as const
export type StatementLanguage = (typeof STATEMENT_LANGUAGES)[number]

/** In their order. The English headings are names for programs. */
export const COLUMNS = {
  time: '시각(한국)',
  tradingDate: '거래일(뉴욕)',
  type: '구분',
  symbol: '종목코드',
  name: '종목명',
  quantity: '수량',
  price: '단가',
  amount: '금액',
  fee: '수수료',
  tax: '세금',
  currency: '통화',
  cashBalance: '예수금 잔액',
  shareBalance: '보유 수량',
  value: '평가 금액',
  orderId: '주문번호',
  clientOrderId: '고객 주문번호',
  fillId: '체결번호',
} as const
export type StatementColumn = keyof typeof COLUMNS

export const LINE_TYPES = {
  OPENING_CASH: '기초 예수금',
  OPENING_SHARES: '기초 보유',
  BUY: '매수',
  SELL: '매도',
  RESET: '초기화',
  CASH: '입출금',
  CLOSING_SHARES: '기말 보유',
  CLOSING_CASH: '기말 예수금',
  CLOSING_TOTAL: '기말 총자산',
} as const
export type LineType = keyof typeof LINE_TYPES
