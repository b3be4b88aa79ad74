/** Finds the regular expressions of a source file, and those whose time is not linear in the length of the text. */
import { analyse } from 'scslre'
import ts from 'typescript'

/** Character classes such as `\\p{L}` are spelled out. */
const PART_MAX_CHARS = 40

export interface Expression {
  /** 'file:line'. */
  at: string
  source: string
  flags: string
}

/** `constructed`: the places of `new RegExp`, whose patterns are known only when they run. */
export function expressionsIn(path: string, text: string): { literals: Expression[]; constructed: string[] } {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const literals: Expression[] = []
  const constructed: string[] = []
  visit(file)
  return { literals, constructed }

  function visit(node: ts.Node) {
    const at = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      literals.push({ at, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      constructed.push(at)
    }
    ts.forEachChild(node, visit)
  }
}

/** Returns the part that is matched again and again, or undefined if the time is linear. */
export function repeatedPart({ source, flags }: Pick<Expression, 'source' | 'flags'>): string | undefined {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports
  return report?.character.literal.source.slice(0, PART_MAX_CHARS)
}

/** Runs `load` and returns the expressions that it constructs, with the first file of `root` on the stack. */
export async function constructedBy(root: string, load: () => Promise<void>): Promise<Expression[]> {
  const found: Expression[] = []
  const original = globalThis.RegExp
  const record = (expression: RegExp) => {
    const line = new Error().stack
      ?.split('\n')
      .find((frame) => frame.includes(root) && !frame.includes('node_modules') && !frame.includes(import.meta.filename))
    const at = line?.slice(line.indexOf(root) + root.length).replace(/:\d+\)?$/, '')
    if (at !== undefined) found.push({ at, source: expression.source, flags: expression.flags })
    return expression
  }
  globalThis.RegExp = new Proxy(original, {
    construct: (target, args, self) => record(Reflect.construct(target, args, self)),
    apply: (target, self, args) => record(Reflect.apply(target, self, args)),
  })
  try {
    await load()
  } finally {
    globalThis.RegExp = original
  }
  return found
}
