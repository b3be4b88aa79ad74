/** Finds English texts outside of the message files, and numbers with a decimal point in every language. */
import ts from 'typescript'
import { nodesOf, placeOf } from './sources.ts'

/** The same in every language. */
const ALLOWED = [
  'BeerGoggles',
  'IBU',
  'JSON',
  'CSV',
  'PostgreSQL',
  'Untappd',
  'Open Food Facts',
  'Open Brewery DB',
  'Punk API',
  'Beer Name',
  '&nbsp;',
]
/** Attributes that users read or hear. */
export const SHOWN =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label|note|legend|caption|term|hint|mark)$/
/** Functions that show their first argument. */
const SHOWS = /^useScreenTitle$/
const WORD = /\p{L}{2}/u
/** What no class name, path or code looks like: a capital, then words. */
const SENTENCE = /^\p{Lu}[\p{L}'’]*[ ,.…]+\p{L}/u
/** 'Rated ' before a value. */
const BEFORE_VALUE = /^\p{Lu}\p{L}+ $/u

export function literalProblems(source: ts.SourceFile): string[] {
  return [...nodesOf(source)].flatMap((node) => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'toFixed')
      return [`${placeOf(source, node)}: ${node.getText()} writes a decimal point: use language/formats.ts`]
    const text = shownText(node)
    if (!text || !WORD.test(withoutNames(text))) return []
    return [`${placeOf(source, node)}: '${text.trim()}' belongs in messages/en.json`]
  })
}

function withoutNames(text: string): string {
  return ALLOWED.reduce((rest, name) => rest.replaceAll(name, ''), text)
}

function shownText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined
  const text = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ')
    : node.text
  if (isForDevelopers(node)) return undefined
  const isBeforeValue = ts.isTemplateExpression(node) && BEFORE_VALUE.test(node.head.text)
  return isInShownPlace(node) || isBeforeValue || SENTENCE.test(text) ? text : undefined
}

/** The value of an attribute that is shown, or its default, the content of an element, or the argument of what shows it. */
function isInShownPlace(node: ts.Node): boolean {
  let { parent } = node
  let child = node
  while (isPassedOn(parent, child)) [child, parent] = [parent, parent.parent]
  if (ts.isCallExpression(parent)) return SHOWS.test(parent.expression.getText()) && parent.arguments[0] === child
  if (ts.isBindingElement(parent)) return parent.initializer === child && SHOWN.test(parent.name.getText())
  if (ts.isJsxAttribute(parent)) return SHOWN.test(parent.name.getText())
  if (!ts.isJsxExpression(parent)) return false
  if (ts.isJsxAttribute(parent.parent)) return SHOWN.test(parent.parent.name.getText())
  return ts.isJsxElement(parent.parent) || ts.isJsxFragment(parent.parent)
}

/** Whether an expression has the value of this part of it. */
function isPassedOn(parent: ts.Node, child: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent)) return true
  if (ts.isConditionalExpression(parent)) return parent.condition !== child
  return (
    ts.isBinaryExpression(parent) && /^(?:&&|\|\||\?\?)$/.test(parent.operatorToken.getText()) && parent.right === child
  )
}

const DEVELOPERS = /^(?:Error|TypeError|RangeError|DOMException|console\.\w+|describe)$/

function isForDevelopers(node: ts.Node): boolean {
  const call = ts.findAncestor(node, (above) => ts.isNewExpression(above) || ts.isCallExpression(above))
  return (
    call !== undefined &&
    (ts.isNewExpression(call) || ts.isCallExpression(call)) &&
    DEVELOPERS.test(call.expression.getText())
  )
}
