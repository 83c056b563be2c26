/** What the API answers, as the client's types know it. */
import type { Client } from '../../sdk'

type Api = Client['api']['v1']
type AnswerOf<Call extends (...args: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>

export type Account = AnswerOf<Api['account']['get']>
export type Holding = AnswerOf<Api['account']['holdings']['get']>['holdings'][number]
export type Quote = AnswerOf<Api['market']['quotes']['get']>['quotes'][number]
export type Order = AnswerOf<ReturnType<Api['orders']>['get']>
export type Fill = AnswerOf<Api['orders']['fills']['get']>['fills'][number]
export type Placed = AnswerOf<Api['orders']['post']>
