/**
 * Preloaded before a program whose walk is traced: each function of src/ records its file and its
 * name in `entered` when it is entered.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript-5'

const ROOT = join(import.meta.dir, '../..')

/** `src/trading/sequencer.ts:submit`, in the order in which the functions are entered. */
export const entered: string[] = []

Object.assign(globalThis, {
  enterFunction: (name: string): void => {
    if (entered.at(-1) !== name) entered.push(name)
  },
})

Bun.plugin({
  name: 'trace',
  setup(build) {
    build.onLoad({ filter: /\/src\/[^?]*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const name = relative(ROOT, path)
      return { contents: name.startsWith('src/') ? traced(name, source) : source, loader: 'ts' }
    })
  },
})

/** The source with a call at the beginning of each of its functions. */
export function traced(path: string, source: string): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const insertions: { readonly at: number; readonly text: string }[] = []
  const visit = (node: ts.Node): void => {
    const body = bodyOf(node)
    if (body !== undefined) {
      const call = `enterFunction(${JSON.stringify(`${path}:${nameOf(node)}`)})`
      if (ts.isBlock(body)) insertions.push({ at: body.getStart() + 1, text: `${call};` })
      else {
        insertions.push(
          { at: body.getEnd(), text: ')' },
          { at: body.getStart(), text: `(${call},` },
        )
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source)
}

function bodyOf(node: ts.Node): ts.ConciseBody | undefined {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return node.body
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.body
  return ts.isAccessor(node) || ts.isConstructorDeclaration(node) ? node.body : undefined
}

/** A function without a name of its own has the name of the function or constant around it. */
function nameOf(node: ts.Node): string {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at) || ts.isAccessor(at)) {
      if (at.name !== undefined) return at.name.getText()
    }
    if (ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at)) {
      const isFunction = at.initializer !== undefined && bodyOf(at.initializer) !== undefined
      if (isFunction || ts.isSourceFile(at.parent.parent.parent)) return at.name.getText()
    }
  }
  return 'module'
}
