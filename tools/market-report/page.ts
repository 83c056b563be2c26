/** The report as one page of HTML. Pure. */
import { closeUpChart, dayChart } from './day-charts'
import { type Fact, verdictOf } from './facts'
import type { Measured } from './measure'
import { calmChart, correlationChart, distributionChart, memoryChart } from './return-charts'
import { shapeChart, signatureChart } from './session-charts'
import { STYLE } from './style'
import { type Chart, escaped, rounded } from './svg'

export const chartsOf = (measured: Measured): readonly Chart[] => [
  dayChart(measured.sample),
  closeUpChart(measured.sample),
  calmChart(measured),
  distributionChart(measured),
  memoryChart(measured),
  shapeChart(measured),
  signatureChart(measured),
  correlationChart(measured),
]

export function reportPage(measured: Measured, facts: readonly Fact[], seed: bigint): string {
  const { instruments, years } = measured
  const within = facts.filter((fact) => verdictOf(fact) === 'within').length
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The simulated market, seed ${seed}</title><style>${STYLE}</style></head><body><main>
<header><h1>How real is this market?</h1>
<p>The figures that a quantitative reader looks at first, measured in paper-brokerage’s simulated
market and compared with the ranges that the literature finds in real ones.</p>
<div class="score">${[
    [`${within} of ${facts.length}`, 'facts within their range'],
    [String(seed), 'seed'],
    [`${years[0]}–${years[1]}`, 'daily returns'],
    [String(instruments.length), 'instruments'],
  ]
    .map(([figure, text]) => `<div><b>${figure}</b><span>${text}</span></div>`)
    .join('')}</div></header>
<div class="charts">${chartsOf(measured).map(cardOf).join('')}</div>
<section class="card"><h2>The facts</h2><p>The measured figures, and the ranges of real markets.</p>
<table><thead><tr><th>Fact</th><th class="figure">Measured</th><th>Real</th>
<th class="gauge"></th><th class="verdict"></th></tr></thead>
<tbody>${facts.map(rowOf).join('')}</tbody></table></section>
<footer>${escaped(instruments.map(({ symbol }) => symbol).join(' · '))}<br>Ranges: Cont 2001;
Bouchaud, Bonart, Donier, Gould 2018; Hasbrouck 2007. Made with <code>paper market report</code>,
and reproducible: the market is a pure function of its seed.</footer>
</main></body></html>
`
}

export const cardOf = ({ title, text, svg, legend }: Chart): string =>
  `<figure class="card"><h2>${escaped(title)}</h2><p>${escaped(text)}</p>${svg}${
    legend.length === 0
      ? ''
      : `<div class="legend">${legend
          .map(([style, label]) => `<span><i class="${style}"></i>${escaped(label)}</span>`)
          .join('')}</div>`
  }</figure>`

export const figure = (value: number): string => value.toFixed(Math.abs(value) >= 10 ? 1 : 2)

function rowOf(fact: Fact): string {
  const verdict = verdictOf(fact)
  const [low, high] = fact.range
  return (
    `<tr><td>${escaped(fact.name)}<small>${escaped(fact.note)}</small></td>` +
    `<td class="figure ${verdict}">${figure(fact.measured)}</td>` +
    `<td class="range">${figure(low)} … ${figure(high)}</td>` +
    `<td class="gauge">${gaugeOf(fact)}</td><td class="verdict ${verdict}">${verdict}</td></tr>`
  )
}

/** Draws the measured figure's place in and around the range. */
function gaugeOf(fact: Fact): string {
  const [low, high] = fact.range
  const room = (high - low) / 2
  const at = (value: number): number =>
    Math.min(Math.max(((value - low + room) / (high - low + 2 * room)) * 200, 4), 196)
  return (
    '<svg viewBox="0 0 200 18" preserveAspectRatio="none" aria-hidden="true">' +
    '<rect class="track" x="0" y="7" width="200" height="4" rx="2"/>' +
    `<rect class="span" x="${rounded(at(low))}" y="4" ` +
    `width="${rounded(at(high) - at(low))}" height="10" rx="3"/>` +
    `<rect class="mark ${verdictOf(fact)}" x="${rounded(at(fact.measured) - 2)}" y="1" width="4" ` +
    'height="16" rx="2"/></svg>'
  )
}
