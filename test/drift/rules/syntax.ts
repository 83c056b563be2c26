/** A source text as a tree, by the classic compiler: TypeScript 7 has no parser to call. */
import ts from 'typescript-5'

/** All nodes of a text: each comes before those within it. */
export function* nodesOf(path: string, source: string): Generator<ts.Node> {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  yield* within(ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true, kind))
}

function* within(node: ts.Node): Generator<ts.Node> {
  yield node
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* within(child)
}

/** The line on which a node begins, counted from 1. */
export const lineOf = (node: ts.Node): number => lineAt(node, node.getStart())

/** The line on which a node ends. */
export const lastLineOf = (node: ts.Node): number => lineAt(node, node.getEnd())

const lineAt = (node: ts.Node, at: number): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(at).line + 1
