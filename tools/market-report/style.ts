/** The report's style sheet: it loads nothing, and follows light and dark mode. */
export const STYLE = `
:root { color-scheme: light dark;
  --paper: #f6f5f1; --card: #fffefb; --ink: #1c2330; --soft: #667085; --rule: #e4e1d8;
  --one: #2f5fd0; --two: #e0653a; --three: #1f9d7a; --four: #a04fc4; --five: #c79a1b;
  --good: #1b8a5f; --bad: #c4462b; --band: #1b8a5f }
@media (prefers-color-scheme: dark) { :root {
  --paper: #10141b; --card: #181e28; --ink: #e8ebf1; --soft: #97a1b3; --rule: #2a3240;
  --one: #7aa2ff; --two: #ff946b; --three: #4fd1a8; --four: #d08cf0; --five: #e9c558;
  --good: #56d39b; --bad: #ff8a6e; --band: #56d39b } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif;
  -webkit-text-size-adjust: 100% }
main { max-width: 1120px; margin: 0 auto; padding: 40px 20px 64px }
header { margin-bottom: 28px }
h1 { font-size: clamp(28px, 5vw, 42px); line-height: 1.1; letter-spacing: -0.02em;
  margin: 0 0 10px }
h2 { font-size: 18px; letter-spacing: -0.01em; margin: 0 }
p { margin: 0; color: var(--soft) }
header p { max-width: 68ch }
.score { display: flex; flex-wrap: wrap; gap: 8px 28px; margin-top: 20px }
.score div { display: flex; align-items: baseline; gap: 8px }
.score b { font-size: 26px; letter-spacing: -0.02em; font-variant-numeric: tabular-nums }
.charts { display: grid; gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)) }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 14px;
  padding: 18px 18px 14px; min-width: 0 }
.card p { font-size: 14px; margin: 3px 0 10px }
figure { margin: 0; display: flex; flex-direction: column }
figure svg { display: block; width: 100%; height: auto }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 13px; color: var(--soft);
  margin-top: 8px }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px;
  vertical-align: -1px }
table { border-collapse: collapse; width: 100%; font-size: 15px }
th { text-align: left; font-weight: 500; font-size: 13px; color: var(--soft);
  padding: 0 10px 8px 0 }
th.figure { text-align: right }
td { padding: 9px 10px 9px 0; border-top: 1px solid var(--rule); vertical-align: middle }
td small { display: block; color: var(--soft); font-size: 12.5px }
td.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap;
  font-weight: 600 }
td.range { white-space: nowrap; color: var(--soft); font-variant-numeric: tabular-nums }
td.gauge { width: 30% } td.gauge svg { display: block; width: 100%; height: 18px }
td.verdict { white-space: nowrap; padding-right: 0; text-align: right; font-size: 13px;
  font-weight: 600 }
.within { color: var(--good) } .below, .above { color: var(--bad) }
section { margin-top: 28px }
footer { margin-top: 28px; font-size: 13px; color: var(--soft) }
text { font: 12.5px ui-sans-serif, system-ui, sans-serif; fill: var(--soft) }
text.note, text.name { fill: var(--ink) }
text.note { paint-order: stroke; stroke: var(--card); stroke-width: 4px; font-weight: 600 }
.grid { stroke: var(--rule) } .axis { stroke: var(--soft); stroke-width: 1 }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
.line.thin { stroke-width: 1 } .line.hair { stroke-width: .5 }
.line.dashed { stroke-dasharray: 5 5 }
.line.one { stroke: var(--one) } .line.two { stroke: var(--two) }
.line.three { stroke: var(--three) }
.line.four { stroke: var(--four) } .line.five { stroke: var(--five) }
.line.axis { stroke: var(--soft) }
.area { opacity: .14 } .area.full { opacity: .85 }
.one { --own: var(--one) } .two { --own: var(--two) } .three { --own: var(--three) }
.four { --own: var(--four) } .five { --own: var(--five) } .warm { --own: var(--one) }
.cold { --own: var(--two) } .hollow { --own: transparent }
.area, .dot, .bar, .warm, .cold, .legend i { fill: var(--own); background: var(--own) }
.bar { opacity: .75 } .dot.hollow { stroke: var(--ink); stroke-width: 1.5 }
.legend i.hollow { border: 1.5px solid var(--ink); border-radius: 50% }
.band { fill: var(--band); opacity: .12 }
.track { fill: var(--rule) } .span { fill: var(--band); opacity: .3 }
.mark.within { fill: var(--good) } .mark.below, .mark.above { fill: var(--bad) }
@media (max-width: 640px) { td.gauge, th.gauge, td.verdict, th.verdict { display: none }
  main { padding: 28px 14px 48px } td.figure.below, td.figure.above { color: var(--bad) }
  text { font-size: 14px } }
`
