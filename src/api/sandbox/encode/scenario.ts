/** Encodes what became of a scenario. */
import type { ReportedRow, RowReport, ScenarioReport } from '../../../core/scenario/report'
import { toKst } from '../../../core/time'

export const encodeRow = ({ row, state, happenedAt, happened }: RowReport): ReportedRow => ({
  line: row.line,
  text: row.text,
  state,
  happenedAt: happenedAt && toKst(happenedAt),
  happened,
})

export const encodeReport = ({ rows, failed, waiting }: ScenarioReport) => ({
  rows: rows.map((each) => ({ ...encodeRow(each), at: each.row.at && toKst(each.row.at) })),
  failed,
  waiting,
})
