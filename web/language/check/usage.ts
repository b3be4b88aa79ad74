/** Checks the calls of `t`: known keys, the values that each message names, no call before the language is loaded. */
import { posix } from 'node:path'
import ts from 'typescript'
import type { MessageFile } from '../message-files.ts'
import { placeholdersOf } from './messages.ts'
import { nodesOf, placeOf } from './sources.ts'

export function usageProblems(sources: readonly ts.SourceFile[], english: readonly MessageFile[]): string[] {
  const unused = new Map(english.map(({ folder, messages }) => [folder, new Set(Object.keys(messages))]))
  const problems = sources.flatMap((source) => {
    const names = textFunctionsOf(source)
    if (names.size === 0) return []
    return [...nodesOf(source)].flatMap((node) => {
      // A key may also stand in a table or a branch, away from the call.
      if (ts.isStringLiteralLike(node)) for (const folder of names.values()) unused.get(folder)?.delete(node.text)
      if (!ts.isCallExpression(node)) return []
      const folder = folderOf(node, names)
      const file = english.find((one) => one.folder === folder)
      if (folder === undefined) return []
      if (!file) return [`${placeOf(source, node)}: ${folder} has no messages/en.json`]
      const keys = Object.keys(file.messages).filter(matcherOf(node.arguments[0]))
      if (keys.length === 0 && ts.isPropertyAccessExpression(node.expression)) unused.set(folder, new Set())
      for (const key of keys) unused.get(folder)?.delete(key)
      return [...callProblems(node, keys, file.messages)].map((problem) => `${placeOf(source, node)}: ${problem}`)
    })
  })
  return [
    ...problems,
    ...[...unused].flatMap(([folder, keys]) => [...keys].map((key) => `${folder}: ${key} is unused`)),
  ]
}

/** The names under which this file calls the texts of a folder. */
function textFunctionsOf(source: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>()
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        const folder = initializer && declaredFolder(initializer)
        if (folder !== undefined) found.set(name.getText(), folder)
      }
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const from = statement.moduleSpecifier.text
    const names = statement.importClause?.namedBindings
    if (posix.basename(from) !== 'texts.ts' || !names || !ts.isNamedImports(names)) continue
    const folder = posix.basename(posix.dirname(posix.join(posix.dirname(source.fileName), from)))
    for (const { name, propertyName } of names.elements) {
      const imported = (propertyName ?? name).text
      if (imported === 't') found.set(name.text, folder)
      // On the server, `t` is what `textsIn` returns for a language.
      if (imported === 'textsIn' || imported === 'Texts') found.set('t', folder)
    }
  }
  return found
}

/** The folder of `texts('folder', ...)`. */
function declaredFolder(node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'texts') return undefined
  const [folder] = node.arguments
  return folder && ts.isStringLiteral(folder) ? folder.text : undefined
}

/** The folder whose texts are called: `t(...)` or `t.find(...)`. */
function folderOf({ expression }: ts.CallExpression, names: Map<string, string>): string | undefined {
  const called =
    ts.isPropertyAccessExpression(expression) && expression.name.text === 'find' ? expression.expression : expression
  return ts.isIdentifier(called) ? names.get(called.text) : undefined
}

/** Selects the keys that a call can mean. TypeScript checks that those of a literal or a union exist. */
function matcherOf(key: ts.Node | undefined): (key: string) => boolean {
  if (!key) return () => false
  if (ts.isStringLiteralLike(key)) return (one) => one === key.text
  if (ts.isConditionalExpression(key)) {
    const [yes, no] = [matcherOf(key.whenTrue), matcherOf(key.whenFalse)]
    return (one) => yes(one) || no(one)
  }
  if (ts.isTemplateExpression(key)) {
    const parts = [key.head.text, ...key.templateSpans.map(({ literal }) => literal.text)]
    const pattern = new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)
    return (one) => pattern.test(one)
  }
  return () => false
}

function* callProblems(call: ts.CallExpression, keys: readonly string[], messages: Readonly<Record<string, string>>) {
  if (!ts.findAncestor(call, ts.isFunctionLike))
    yield 't is called before the language is loaded: call it in a function'
  const values = call.arguments[1]
  if (values && !ts.isObjectLiteralExpression(values)) return
  if (values?.properties.some(ts.isSpreadAssignment)) return
  const given = new Set(values?.properties.map((property) => property.name?.getText()))
  const needed = new Set(keys.flatMap((key) => placeholdersOf(messages[key] ?? '')))
  for (const name of needed) if (!given.has(name)) yield `${keys.join(', ')} needs the value ${name}`
  for (const name of given)
    if (keys.length > 0 && !needed.has(name ?? '')) yield `${keys.join(', ')} has no placeholder {${name}}`
}
