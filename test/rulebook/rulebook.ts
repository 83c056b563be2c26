/** docs/rules.md as values. Pure. */

export interface Rule {
  readonly id: string
  /** The heading that it stands under. */
  readonly heading: string
  readonly text: string
  readonly why: string | null
  /** Settled, and not built. */
  readonly notYet: boolean
  /** The number of its line, from 1. */
  readonly line: number
}

export interface Rulebook {
  readonly rules: readonly Rule[]
  /** The ids of the page's closing list. */
  readonly notYet: readonly string[]
  /** Lines that look like a rule and cannot be read as one. */
  readonly unread: readonly string[]
}

/** A subject and a name: `order.hold-cash`, `state.PENDING_CANCEL`. */
export const RULE_ID = String.raw`[a-z][a-z0-9-]*\.[a-zA-Z][\w-]*`

const RULE = new RegExp(
  String.raw`^- \*\*\[(${RULE_ID})\]\*\* (_\(not yet\)_ )?(.+?)(?: _Why: (.+)_)?$`,
)
const NOT_YET = new RegExp(`^- \`(${RULE_ID})\`$`)

export function rulebookOf(page: string): Rulebook {
  const rules: Rule[] = []
  const notYet: string[] = []
  const unread: string[] = []
  let heading = ''
  for (const [index, line] of page.split('\n').entries()) {
    const rule = RULE.exec(line)
    const listed = NOT_YET.exec(line)
    if (line.startsWith('## ')) heading = line.slice(3)
    else if (rule !== null) {
      const [, id = '', mark, text = '', why = null] = rule
      rules.push({ id, heading, text, why, notYet: mark !== undefined, line: index + 1 })
    } else if (listed !== null) notYet.push(listed[1] ?? '')
    else if (line.startsWith('- ')) unread.push(line)
  }
  return { rules, notYet, unread }
}

/** The part of an id before its dot. */
export const subjectOf = (id: string): string => id.slice(0, id.indexOf('.'))
