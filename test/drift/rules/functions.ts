/** How many lines a function may have before it does more than its name says. */
import ts from 'typescript-5'
import { lastLineOf, lineOf, nodesOf } from './syntax'

const LINES_MAX = 70

/** The line on which each function ends that is too long, and what is to be done. */
export function longFunctions(path: string, source: string): ReadonlyMap<number, string> {
  if (!path.startsWith('src/') || source.split('\n').length <= LINES_MAX) return new Map()
  const long = [...nodesOf(path, source)]
    .filter((node) => ts.isFunctionLike(node) && linesOf(node) > LINES_MAX)
    .map((node) => [lastLineOf(node), remedyOf(node)] as const)
  return new Map(long)
}

/** Functions within it count too. */
const linesOf = (node: ts.Node): number => lastLineOf(node) - lineOf(node) + 1

const remedyOf = (node: ts.Node): string =>
  `a function of ${linesOf(node)} lines, ${LINES_MAX} allowed: split it by what its parts mean`
