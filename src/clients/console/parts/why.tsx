/** Why an order has not filled yet, and how it ended, in a few words. */
import { type ExplainedStep, useExplanation } from '../data/explanation'
import type { ShownOrder } from '../data/orders'
import { inBoth } from '../shell/preferences'
import { shownDecimal } from '../ui/decimal'

export function Why({ order }: { readonly order: ShownOrder }) {
  const latest = useExplanation(order, 1)?.latest
  if (latest === undefined || latest === null) return <span class="none">–</span>
  return <span title={latest.text}>{shortly(latest)}</span>
}

/** A rule without a text, of a newer server, is shown by its code. */
export function shortly({ rule, missedBy }: ExplainedStep): string {
  const texts: Readonly<Record<string, string>> = ruleText()
  const text = texts[rule] ?? rule
  return missedBy === undefined ? text : `${text} (${shownDecimal(missedBy, { places: 2 })})`
}

/** Texts for the rules of an explanation, by their codes. */
export const ruleText = inBoth({
  en: {
    'no-tick-yet': 'waits for the next tick',
    'on-its-way': 'on its way to the market',
    'opening-auction': 'waits for the opening auction',
    'closing-auction': 'waits for the closing auction',
    'market-closed': 'the market is closed',
    'day-market-not-tradable': 'not traded in DAY',
    'instrument-suspended': 'trading is suspended',
    'side-not-allowed': 'this side is not allowed now',
    'no-quote': 'no quote',
    'quote-stale': 'the last quote is stale',
    'quote-not-kept': 'that quote is no longer stored',
    'limit-not-reached': 'limit not reached',
    'queue-ahead': 'behind other orders in the queue',
    'no-size-shown': 'no size shown',
    'size-taken': 'shown size used up',
    'volume-share-taken': 'share of volume used up',
    'own-orders-first': 'behind your earlier orders',
    'not-all-at-once': 'too few shares to fill at once',
    'not-tried': 'not tried',
    'at-the-quote': 'at the quote',
    'beyond-the-size-shown': 'beyond the shown size',
    'in-the-auction': 'in the auction',
    'not-by-the-quote': 'not by the quote',
  },
  ko: {
    'no-tick-yet': '다음 틱 대기',
    'on-its-way': '시장으로 전송 중',
    'opening-auction': '시가 단일가 대기',
    'closing-auction': '종가 단일가 대기',
    'market-closed': '휴장',
    'day-market-not-tradable': '데이마켓 거래 불가',
    'instrument-suspended': '거래 정지',
    'side-not-allowed': '현재 이 방향 주문 불가',
    'no-quote': '호가 없음',
    'quote-stale': '호가가 오래됨',
    'quote-not-kept': '당시 호가가 보관되지 않음',
    'limit-not-reached': '지정가 미도달',
    'queue-ahead': '앞선 주문 대기',
    'no-size-shown': '잔량 없음',
    'size-taken': '호가 잔량 소진',
    'volume-share-taken': '거래량 몫 소진',
    'own-orders-first': '내 앞선 주문 우선',
    'not-all-at-once': '전량 즉시 체결 불가',
    'not-tried': '시도되지 않음',
    'at-the-quote': '호가 체결',
    'beyond-the-size-shown': '잔량 초과 체결',
    'in-the-auction': '단일가 체결',
    'not-by-the-quote': '호가 외 체결',
  },
})
