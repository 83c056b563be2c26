/** The API's answers, as the SDK types them. */
import type { Client } from '../../sdk'

type Api = Client['api']['v1']
type AnswerOf<Call extends (...args: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>

export type AccountAnswer = AnswerOf<Api['account']['get']>
export type HoldingAnswer = AnswerOf<Api['account']['holdings']['get']>['holdings'][number]
export type QuoteAnswer = AnswerOf<Api['market']['quotes']['get']>['quotes'][number]
export type OrderAnswer = AnswerOf<ReturnType<Api['orders']>['get']>
export type FillAnswer = AnswerOf<Api['orders']['fills']['get']>['fills'][number]
export type PlacedAnswer = AnswerOf<Api['orders']['post']>
