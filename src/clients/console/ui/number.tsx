/** Numbers with aligned digits; changes have a sign and an arrow. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type Decimal, type Direction, directionOf, shownDecimal } from './decimal'
import './ui.css'

interface MoneyProps {
  /** A dash is shown if it is null or undefined. */
  readonly value: Decimal | null | undefined
  /** Pads with zeros to this many places; 2 by default. */
  readonly places?: number
  /** Flashes the background when the value changes. */
  readonly live?: boolean
}

/** Money or a price. */
export function Money({ value, places = 2, live = false }: MoneyProps) {
  const element = useChange(live ? value : undefined)
  if (value === null || value === undefined) return <span class="none">–</span>
  return (
    <span class="amount" ref={element}>
      {shownDecimal(value, { places })}
    </span>
  )
}

/** Shares, and other counts. */
export const Count = ({ value, live = false }: Omit<MoneyProps, 'places'>) => (
  <Money value={value} places={0} live={live} />
)

const ARROWS: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', level: '' }

interface ChangeProps extends MoneyProps {
  readonly unit?: '%'
}

/** Profit or a change, by sign and arrow as well as by colour. */
export function Change({ value, places = 2, live = false, unit }: ChangeProps) {
  const element = useChange(live ? value : undefined)
  if (value === null || value === undefined) return <span class="none">–</span>
  const direction = directionOf(value)
  return (
    <span class={`change ${direction}`} ref={element}>
      <span class="arrow" aria-hidden="true">
        {ARROWS[direction]}
      </span>
      {shownDecimal(value, { places, signed: true })}
      {unit !== undefined && ` ${unit}`}
    </span>
  )
}

interface FigureProps {
  readonly label: string
  readonly children: ComponentChildren
}

/** One of a row of figures: a number with its label, in a `dl` of the class `figures`. */
export const Figure = ({ label, children }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const FADE: KeyframeAnimationOptions = { duration: 600, easing: 'ease-out' }
const COLOURS = [{ backgroundColor: 'var(--changed)' }, { backgroundColor: 'transparent' }]
const still = matchMedia('(prefers-reduced-motion: reduce)')

/** Returns a ref for an element whose background flashes when the value changes. */
function useChange(value: Decimal | null | undefined) {
  const element = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    const isFirst = before.current === undefined
    before.current = value
    // The first value is not a change.
    if (!isFirst && !still.matches) element.current?.animate(COLOURS, FADE)
  }, [value])
  return element
}
