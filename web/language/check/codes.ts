/**
 * Finds codes that are shown as they are: the result of a function that returns one of a few English words, and the English name
 * of a style or country.
 */
import ts from 'typescript'
import { SHOWN } from './literals.ts'
import { nodesOf, placeOf } from './sources.ts'

/** Properties with an English name: `styleText` and `countryText` show it. */
const ENGLISH_NAMES = /^(?:style|styleFamily|country)$/

export function codeProblems(sources: readonly ts.SourceFile[]): string[] {
  const functions = codeFunctionsIn(sources)
  return sources.flatMap((source) =>
    [...nodesOf(source)].flatMap((node) =>
      shownValues(node)
        .filter((value) => isCode(value, functions) || isEnglishName(value))
        .map((value) => `${placeOf(source, value)}: ${value.getText()} is shown without a message`),
    ),
  )
}

/** The names of functions that are declared to return one of some words. */
function codeFunctionsIn(sources: readonly ts.SourceFile[]): ReadonlySet<string> {
  const functions = sources.flatMap((source) => [...nodesOf(source)].filter(ts.isFunctionDeclaration))
  const names = new Set<string>()
  let known = -1
  while (known < names.size) {
    known = names.size
    for (const { name, type } of functions) if (name && type && isCodeType(type, names)) names.add(name.text)
  }
  return names
}

function isCodeType(type: ts.TypeNode, functions: ReadonlySet<string>): boolean {
  if (ts.isUnionTypeNode(type)) return type.types.some((each) => isCodeType(each, functions))
  if (ts.isLiteralTypeNode(type)) return ts.isStringLiteral(type.literal)
  const [, returned] = /^ReturnType<typeof (\w+)>$/.exec(type.getText()) ?? []
  return returned !== undefined && functions.has(returned)
}

/** What a node shows: the content of an element, an attribute that users read, a part of a line of text. */
function shownValues(node: ts.Node): ts.Expression[] {
  if (ts.isJsxExpression(node) && node.expression) {
    const isShown = !ts.isJsxAttribute(node.parent) || SHOWN.test(node.parent.name.getText())
    return isShown ? valuesOf(node.expression) : []
  }
  if (ts.isTemplateSpan(node)) return isLine(node.parent) ? valuesOf(node.expression) : []
  // The parts of a line, such as [brewery, style].filter(Boolean).join(' · '); what a function returns is a key with its value.
  return ts.isArrayLiteralExpression(node) && !ts.isArrowFunction(node.parent) ? node.elements.flatMap(valuesOf) : []
}

/** Text has spaces; keys, paths and addresses have none. */
function isLine(template: ts.TemplateExpression): boolean {
  const attribute = ts.findAncestor(template, ts.isJsxAttribute)
  if (attribute && !SHOWN.test(attribute.name.getText())) return false
  return [template.head, ...template.templateSpans.map(({ literal }) => literal)].some(({ text }) => text.includes(' '))
}

/** The parts of an expression that it can have as its value. */
function valuesOf(expression: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(expression)) return valuesOf(expression.expression)
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse].flatMap(valuesOf)
  if (ts.isBinaryExpression(expression)) {
    const { operatorToken, left, right } = expression
    if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return valuesOf(right)
    const isFallback = /^(?:\|\||\?\?)$/.test(operatorToken.getText())
    if (isFallback) return [left, right].flatMap(valuesOf)
  }
  return [expression]
}

function isCode(value: ts.Expression, functions: ReadonlySet<string>): boolean {
  if (ts.isCallExpression(value)) return ts.isIdentifier(value.expression) && functions.has(value.expression.text)
  if (!ts.isIdentifier(value)) return false
  const scope = ts.findAncestor(value, ts.isFunctionLike)
  return (
    scope !== undefined &&
    [...nodesOf(scope)].some(
      (node) =>
        ts.isVariableDeclaration(node) &&
        node.name.getText() === value.text &&
        node.initializer !== undefined &&
        valuesOf(node.initializer).some((from) => ts.isCallExpression(from) && isCode(from, functions)),
    )
  )
}

function isEnglishName(value: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(value) && ENGLISH_NAMES.test(value.name.text)
}
