/** An answer as a page shows it: in parts, with … for what it does not show. */
import { expect } from 'bun:test'

/** JSON without its values, but for words such as BUY: what answers of a kind have in common. */
const shapeOf = (text: string): string =>
  text
    .replace(/([{,\]}:[])\s+/g, '$1')
    .replace(/:"([^"]*)"/g, (_, value: string) =>
      /^(?:[A-Z_]+|Bearer)$/.test(value) ? `:"${value}"` : value.includes(':') ? ':"time"' : ':"…"',
    )
    .replace(/:-?\d+(?:\.\d+)?/g, ':0')

/** Expects `text` to begin as `shown` does, and to have its other parts in their order. */
export function expectShown(text: string, shown: string): void {
  let rest = shapeOf(text)
  for (const [at, part] of shown.split(/(?<=[,{}\]"]) ?… ?/).entries()) {
    const shape = shapeOf(part.trim())
    expect(rest).toContain(shape)
    if (at === 0) expect(rest).toStartWith(shape)
    rest = rest.slice(rest.indexOf(shape) + shape.length)
  }
}
