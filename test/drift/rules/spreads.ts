/**
 * Spreads that only save a line: a literal spread into a literal of its own kind, or into a call
 * that could take its elements instead. A spread that depends on a condition is allowed.
 */
import ts from 'typescript-5'
import { lineOf, nodesOf } from './syntax'

/** Formatted text has nothing between the dots and the literal. */
const MAY_HAVE_ONE = /\.\.\.[([{]/

/** One line for each: `src/x.ts:12: a spread …`. */
export function spreadFaults(path: string, source: string): readonly string[] {
  if (!MAY_HAVE_ONE.test(source)) return []
  return [...nodesOf(path, source)]
    .filter(isNeedless)
    .map((node) => `${path}:${lineOf(node)}: a spread of a literal: write its elements here`)
}

function isNeedless(node: ts.Node): boolean {
  if (ts.isSpreadElement(node)) return ts.isArrayLiteralExpression(bare(node.expression))
  return (
    (ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
    ts.isObjectLiteralExpression(bare(node.expression))
  )
}

/** An expression without its parentheses and the types it is given. */
function bare(expression: ts.Expression): ts.Expression {
  const wrapped =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  return wrapped ? bare(expression.expression) : expression
}
