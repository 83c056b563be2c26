/** The page "Leaderboard": the accounts of all users by their worth. */
import { useEffect, useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import { type AnswerOf, consoleApi, session } from '../../data/session'
import { after } from '../../data/time'
import { Line } from '../../parts/prices'
import { language } from '../../shell/preferences'
import { Button } from '../../ui/button'
import { directionOf, shownDecimal } from '../../ui/decimal'
import { Change, Money } from '../../ui/number'
import { Empty, Failed, Waiting } from '../../ui/states'
import { Table } from '../../ui/table'
import { leaderboardText } from './text'
import '../pages.css'

type LeaderboardAnswer = AnswerOf<typeof consoleApi.leaderboard.get>
type LeaderboardRow = LeaderboardAnswer['accounts'][number]

const EVERY_MS = 15_000

export function LeaderboardPage() {
  const say = leaderboardText()
  const { value: now } = session
  if (now.state !== 'in') return <Waiting />
  if (!now.session.user.operator) return <Empty title={say.notYours} />
  return <Accounts />
}

function Accounts() {
  const say = leaderboardText()
  const [answer, setAnswer] = useState<LeaderboardAnswer | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let over = false
    let cancel = (): void => {}
    const read = async (): Promise<void> => {
      try {
        const found = await answered(consoleApi.leaderboard.get())
        if (over) return
        setAnswer(found)
        setFault(null)
      } catch (error) {
        if (over) return
        setFault(error)
      }
      cancel = after(EVERY_MS, () => void read())
    }
    void read()
    return () => {
      over = true
      cancel()
    }
  }, [turn])
  const again = () => setTurn(turn + 1)
  if (answer === null) {
    return fault === null ? <Waiting lines={8} /> : <Failed error={fault} onAgain={again} />
  }
  return (
    <section class="leaderboard-page">
      <div class="row heading">
        <div>
          <h1>{say.title}</h1>
          <p class="muted">
            {say.about} {answer.more && say.more}
          </p>
        </div>
        <Button onClick={again}>{say.reload}</Button>
      </div>
      {fault !== null && <Failed error={fault} onAgain={again} />}
      <AccountTable accounts={answer.accounts} />
    </section>
  )
}

function AccountTable({ accounts }: { readonly accounts: readonly LeaderboardRow[] }) {
  const say = leaderboardText()
  const rows = accounts.map((account, index) => ({ ...account, rank: index + 1 }))
  return (
    <Table
      caption={say.title}
      rows={rows}
      keyOf={({ accountId }) => accountId}
      columns={[
        {
          key: 'user',
          label: say.user,
          cell: ({ rank, userName, accountId }) => (
            <>
              {rank}. <b>{userName}</b> <code class="muted">{accountId}</code>
            </>
          ),
        },
        {
          key: 'line',
          label: say.line,
          cell: (row) => <Worth {...row} />,
        },
        {
          key: 'total',
          label: say.total,
          numeric: true,
          cell: (row) => <Money value={row.totalAssetAmount} live />,
        },
        {
          key: 'profit',
          label: say.profit,
          numeric: true,
          cell: (row) => <Change value={row.profitAmount} />,
        },
        {
          key: 'rate',
          label: say.rate,
          numeric: true,
          cell: (row) => <Change value={row.profitRate} unit="%" />,
        },
        {
          key: 'cash',
          label: say.cash,
          numeric: true,
          cell: (row) => <Money value={row.cashAmount} />,
        },
        {
          key: 'statement',
          label: say.statement,
          cell: ({ accountId }) => (
            <a href={statementPath(accountId)} download aria-label={say.statementOf(accountId)}>
              CSV
            </a>
          ),
        },
      ]}
    />
  )
}

const statementPath = (accountId: string): string =>
  `/console/api/leaderboard/${accountId}/statement.csv?language=${language.value}`

function Worth({ userName, line, totalAssetAmount, profitAmount }: LeaderboardRow) {
  const [first = totalAssetAmount] = line
  const label = leaderboardText().lineOf(
    userName,
    shownDecimal(first),
    shownDecimal(totalAssetAmount),
  )
  const tone = directionOf(profitAmount) === 'down' ? 'down' : 'up'
  return <Line values={line.map(Number)} label={label} tone={tone} />
}
