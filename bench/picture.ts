/**
 * The results as a picture: for each contest, a bar for each side's processor time of a request.
 * The rates are written beside the bars, since on shared cores they say less.
 */
import { whole } from './contest'
import type { ContestResult, Results, SideResult } from './results'

const WIDTH = 960
const NAME_WIDTH = 200
const TEXT_WIDTH = 360
const BAR_WIDTH = WIDTH - NAME_WIDTH - TEXT_WIDTH
const LINE = 20
const COLORS = ['#1f6feb', '#8b949e', '#b1bac4', '#d0d7de']

export function picture(results: Results): string {
  const { machine, bun, database, commit, rounds, seconds } = results
  const said = [
    'Processor time of one request: shorter is better',
    `${machine}; Bun ${bun}; ${database}; commit ${commit}`,
    `medians of ${rounds} rounds of ${seconds} s, the sides in turns`,
  ]
  let y = 0
  const lines = said.map((line, index) => {
    y += LINE
    return text(0, y, line, index === 0 ? 'font-weight="bold"' : 'fill="#57606a"')
  })
  for (const contest of results.contests) {
    y += LINE * 1.5
    lines.push(text(0, y, contest.name, 'font-weight="bold"'))
    for (const [index, side] of contest.sides.entries()) {
      y += LINE
      lines.push(...bar(contest, side, y, COLORS[index] ?? '#d0d7de'))
    }
  }
  const height = y + LINE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 ${WIDTH} ${height}" \
width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="13">
<rect x="-10" width="${WIDTH}" height="${height}" fill="white"/>
${lines.join('\n')}
</svg>
`
}

function bar({ sides }: ContestResult, side: SideResult, y: number, color: string): string[] {
  const most = Math.max(...sides.map(microsOf))
  const micros = microsOf(side)
  const width = most > 0 ? (micros / most) * BAR_WIDTH : 0
  const cost = micros > 0 ? `${micros.toFixed(1)} µs, ` : ''
  const ratio = side.ours === null ? '' : `, ours ${side.ours.rate.median.toFixed(2)} × its rate`
  return [
    text(12, y, side.name, ''),
    `<rect x="${NAME_WIDTH}" y="${y - 12}" width="${width.toFixed(1)}" height="14" ` +
      `fill="${color}"/>`,
    text(NAME_WIDTH + width + 6, y, `${cost}${whole(side.perSecond.median)}/s${ratio}`, ''),
  ]
}

const microsOf = ({ cpuMicros }: SideResult): number =>
  Object.values(cpuMicros).reduce((sum, { median }) => sum + median, 0)

const text = (x: number, y: number, words: string, attributes: string): string =>
  `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${escaped(words)}</text>`

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
