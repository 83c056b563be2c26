/** The answer with the leaderboard, for the console's page alone. */
import { t } from 'elysia'
import { decimalString } from '../../../core/money'
import { answer, decimalText } from '../../../http/wire/schemas'
import type { RankedAccount } from './service'

export const LeaderboardSchema = {
  accountParams: t.Object({ accountId: t.String() }),
  accounts: answer({
    accounts: t.Array(
      t.Object(
        {
          accountId: t.String(),
          userName: t.String({ description: 'Whose it is.' }),
          totalAssetAmount: decimalText('USD: the cash and the holdings.', '104218.55'),
          cashAmount: decimalText('USD.', '20280.95'),
          capitalAmount: decimalText('USD: the initial cash, or that of the last reset.'),
          profitAmount: decimalText('USD: what it is worth beyond its capital.', '4218.55'),
          profitRate: decimalText('Percent of the capital.', '4.22'),
          line: t.Array(t.String(), { description: 'USD: the total at the last closes, and now.' }),
        },
        { additionalProperties: false },
      ),
    ),
    more: t.Boolean({ description: 'There are more accounts than this.' }),
  }),
  statement: t.String({ description: 'CSV, as GET /paper/account/statement.csv has it.' }),
}

export const encodeRankedAccount = ({ accountId, userName, now, line }: RankedAccount) => ({
  accountId,
  userName,
  totalAssetAmount: decimalString(now.total),
  cashAmount: decimalString(now.cash),
  capitalAmount: decimalString(now.capital.amount),
  profitAmount: decimalString(now.profit),
  profitRate: decimalString(now.rate),
  line: line.map((total) => decimalString(total)),
})
