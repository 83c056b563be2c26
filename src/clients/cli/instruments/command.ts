/** `paper instruments`: adds instruments, or changes existing ones. */
import { readFile } from 'node:fs/promises'
import { importInstruments, listModelled } from '../../../ledger/instruments'
import { fault } from '../../../lib/fault'
import { counted, plural } from '../../../lib/text'
import {
  fromStored,
  mergeImports,
  readInstruments,
  toStored,
  US_INSTRUMENTS,
} from '../../../market/instruments/reference'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { CELLS_HELP, onDatabase, overCells } from '../shared/on-database'

export const INSTRUMENTS_HELP = `\
Adds instruments, or changes existing ones.

  paper instruments import FILE.csv [--json] [--cells FILE]

  --json        prints how many instruments are new, and how many changed, as one line of JSON
${CELLS_HELP}

The file has the columns of src/market/instruments/us.csv, in any order, named in its header line:

  symbol,name,type,exchange,tradable,dayMarketTradable,referencePrice,annualVolatility,
  dailyVolume,beta,groups,follows                                         (one line)
  ACME,Acme Corporation,COMMON_STOCK,XNYS,TRADABLE,true,120,0.3,1500000,1.1,OIL:0.4 ENERGY:0.6,
  ACMX,Acme Twice Fund,ETF,ARCX,TRADABLE,true,30,0.6,400000,2.2,,ACME*2

  type              COMMON_STOCK, PREFERRED_STOCK, DR or ETF
  exchange          XNYS, XNAS, ARCX, XASE or BATS
  tradable          TRADABLE, SELL_ONLY, BUY_ONLY or SUSPENDED
  referencePrice    USD around which the simulated market moves the price
  annualVolatility  standard deviation of a year's log return: 0.3 is 30 %
  dailyVolume       shares of an average day
  beta              against a market with a volatility of 0.15

These columns may be missing; an instrument that exists then keeps its values:

  nameKo            the Korean name, which the search finds as well
  sector            a stock's GICS sector, or a fund's category
  groups            what it moves with besides the market: signed weights of the groups in
                    src/market/instruments/groups.ts, whose squares add up to 1 at most
  follows           QQQ*3: three times the daily return of QQQ, with three times its
                    annualVolatility and beta

It is CSV as RFC 4180 has it: a cell in quotes may hold commas and line breaks.

One refused line refuses the whole file. A running server on PostgreSQL shows new instruments and
takes orders for them within 5 s; simulated prices of them begin at its next start. An embedded
database is open to one process: end the server first.`

export const instrumentsCommand: CliCommand = overCells({
  name: 'instruments',
  help: INSTRUMENTS_HELP,
  action: {
    import: action({ operands: ['FILE.csv'], options: { json: 'flag' } }, (line, context) =>
      importCsv(line.operands[0] ?? '', line.flag('json'), context),
    ),
  },
})

async function importCsv(path: string, isJson: boolean, context: CommandContext): Promise<Outcome> {
  const { terminal } = context
  const csv = await readFile(path, 'utf8').catch(() => null)
  if (csv === null) return fault(`${path}: there is no such file, or it cannot be read.`)
  return onDatabase(
    context,
    async ({ drizzle }) => {
      const stored = fromStored(await listModelled(drizzle), US_INSTRUMENTS)
      const { instruments, refused } = readInstruments(csv, mergeImports(US_INSTRUMENTS, stored))
      for (const { line, reason } of refused) terminal.complain(`${path}: line ${line}: ${reason}`)
      if (refused.length > 0) {
        return fault(`${counted(refused.length)} refused; nothing was imported.`)
      }
      const { added, changed } = await importInstruments(drizzle, instruments.map(toStored))
      const same = instruments.length - added - changed
      if (isJson) {
        terminal.say(JSON.stringify({ instruments: instruments.length, added, changed }))
        return undefined
      }
      terminal.say(
        `${plural(instruments.length, 'instrument')}: ${counted(added)} new, ` +
          `${counted(changed)} changed, ${counted(same)} as they were`,
      )
      return undefined
    },
    { opens: 'missing' },
  )
}
