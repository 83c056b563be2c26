/** The rules of an explanation in a few words. */
import type { ExplainedStep } from '../data/explanation'
import { inBoth } from '../shell/preferences'
import { shownDecimal } from '../ui/decimal'
import { partsText } from './text'

/** A rule without a text, of a newer server, is shown by its code. */
export function shortly({ rule, missedBy }: Pick<ExplainedStep, 'rule' | 'missedBy'>): string {
  const texts: Readonly<Record<string, string>> = ruleText()
  const text = texts[rule] ?? rule
  return missedBy === undefined
    ? text
    : `${text} (${partsText().away(shownDecimal(missedBy, { places: 2 }))})`
}

/** Texts for the rules of an explanation, by their codes. */
export const ruleText = inBoth({
  en: {
    'no-tick-yet': 'waits for the next tick',
    'on-its-way': 'on its way to the market',
    'opening-auction': 'waits for the opening auction',
    'closing-auction': 'waits for the closing auction',
    'market-closed': 'the market is closed',
    'day-market-not-tradable': 'not tradable in the DAY session',
    'instrument-suspended': 'trading is suspended',
    'side-not-allowed': 'this side is not allowed now',
    'no-quote': 'no quote',
    'quote-stale': 'the last quote is stale',
    'quote-not-stored': 'that quote is no longer stored',
    'limit-not-reached': 'limit not reached',
    'queue-ahead': 'behind other orders in the queue',
    'no-size-shown': 'the quote shows no size',
    'size-taken': 'shown size used up',
    'volume-share-taken': 'your share of recent market volume is used up',
    'own-orders-first': 'behind your other orders',
    'not-all-at-once': 'not enough size for the whole order',
    'held-by-outcome': 'held by the sandbox',
    'not-tried': 'no recorded reason',
    'at-the-quote': 'at the quote',
    'beyond-the-size-shown': 'beyond the shown size',
    'in-the-auction': 'in the auction',
    'not-by-the-quote': 'does not match the stored quote',
    forced: 'forced by the sandbox',
    filled: 'filled',
    'cancel-requested': 'canceled on request',
    amended: 'replaced by another order',
    'holding-closed': 'its holding was closed',
    'canceled-at-once': 'canceled at once',
    'immediate-rest': 'the rest could not fill at once',
    'insufficient-buying-power': 'not enough buying power',
    'no-official-price': 'the auction had no price',
    'official-price-beyond-limit': 'auction price beyond the limit',
    'auction-not-tradable': 'not tradable in the auction',
    'auction-share-taken': 'your share of the auction volume is used up',
    expired: 'expired',
    rejected: 'rejected',
  },
  ko: {
    'no-tick-yet': '다음 틱 대기',
    'on-its-way': '거래소로 전송 중',
    'opening-auction': '시가 단일가 대기',
    'closing-auction': '종가 단일가 대기',
    'market-closed': '장 운영 시간 아님',
    'day-market-not-tradable': '데이마켓 거래 불가',
    'instrument-suspended': '거래 정지',
    'side-not-allowed': '매수·매도 중 한쪽만 허용',
    'no-quote': '호가 없음',
    'quote-stale': '호가가 오래됨',
    'quote-not-stored': '당시 호가 기록 없음',
    'limit-not-reached': '지정가 미도달',
    'queue-ahead': '앞선 주문 대기',
    'no-size-shown': '호가 잔량 없음',
    'size-taken': '호가 잔량 소진',
    'volume-share-taken': '최근 거래량 대비 체결 한도 소진',
    'own-orders-first': '내 다른 주문이 우선',
    'not-all-at-once': '전량 즉시 체결 불가',
    'held-by-outcome': '샌드박스에서 보류',
    'not-tried': '기록된 이유 없음',
    'at-the-quote': '호가에 체결',
    'beyond-the-size-shown': '호가 잔량 초과 체결',
    'in-the-auction': '단일가 체결',
    'not-by-the-quote': '기록된 호가와 맞지 않는 체결',
    forced: '샌드박스에서 정한 체결',
    filled: '체결 완료',
    'cancel-requested': '취소 요청으로 취소됨',
    amended: '정정되어 다른 주문으로 대체',
    'holding-closed': '보유 종목이 청산됨',
    'canceled-at-once': '즉시 취소',
    'immediate-rest': '즉시 체결되지 않은 잔량 취소',
    'insufficient-buying-power': '매수 가능 금액 부족',
    'no-official-price': '단일가 체결가 없음',
    'official-price-beyond-limit': '단일가 체결가가 지정가를 벗어남',
    'auction-not-tradable': '단일가 거래 불가',
    'auction-share-taken': '단일가 거래량 대비 체결 한도 소진',
    expired: '기간 만료',
    rejected: '거부됨',
  },
})
