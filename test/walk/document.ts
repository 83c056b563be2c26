/** A walk as docs/architecture.md tells it. */

export interface Visit {
  readonly file: string
  readonly functions: readonly string[]
}

/** The section's files, each with the functions that follow it, in the order of the text. */
export function walkIn(document: string, title: string): readonly Visit[] {
  const [, section = ''] = document.split(`### ${title}\n`)
  const [text = ''] = section.split(/\n##+ /)
  const visits: { readonly file: string; readonly functions: string[] }[] = []
  for (const [, code = ''] of text.matchAll(/`([^`]+)`/g)) {
    if (code.endsWith('.ts')) visits.push({ file: `src/${code}`, functions: [] })
    else visits.at(-1)?.functions.push(code)
  }
  return visits
}
