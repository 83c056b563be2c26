/** What the API answers, as the client's types know it. */
import type { Client } from './client'

type AnswerOf<Call extends (...args: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>

export type Account = AnswerOf<Client['v1']['account']['get']>
export type Holding = AnswerOf<Client['v1']['account']['holdings']['get']>['holdings'][number]
export type Quote = AnswerOf<Client['v1']['market']['quotes']['get']>['quotes'][number]
export type Order = AnswerOf<ReturnType<Client['v1']['orders']>['get']>
export type Fill = AnswerOf<Client['v1']['orders']['fills']['get']>['fills'][number]
export type Placed = AnswerOf<Client['v1']['orders']['post']>
