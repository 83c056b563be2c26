/** Numbers: aligned digits, a sign and an arrow where up and down matter. */
import { useEffect, useRef } from 'preact/hooks'
import { type Decimal, type Direction, directionOf, shownDecimal } from './decimal'
import './number.css'

interface MoneyProps {
  /** Left out where there is none. */
  readonly value: Decimal | null | undefined
  /** Places that are filled with zeros; 2, as money has them. */
  readonly places?: number
  /** Its background fades when it changes. */
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

/** Profit, or a change: told by its sign and an arrow as well as by its colour. */
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

const FADE: KeyframeAnimationOptions = { duration: 600, easing: 'ease-out' }
const COLOURS = [{ backgroundColor: 'var(--changed)' }, { backgroundColor: 'transparent' }]
const still = matchMedia('(prefers-reduced-motion: reduce)')

/** Fades the background of an element whose value has changed: its size stays. */
function useChange(value: Decimal | null | undefined) {
  const element = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    const isFirst = before.current === undefined
    before.current = value
    // What has only been read has not changed.
    if (!isFirst && !still.matches) element.current?.animate(COLOURS, FADE)
  }, [value])
  return element
}
