/** The sources that have texts as syntax trees: those of the app, and of the server those that speak to users themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCE = /\.tsx?$/
const NOT_SHOWN = /\.test\.tsx?$|^testing\/|^language\/|\.d\.ts$|^vite\.config\.ts$/
/** The server words the rest of its answers for developers; the app shows its own texts for them. */
const SPEAKS = /from '[./\w-]*\/texts\.ts'/

export function sourcesOf(): ts.SourceFile[] {
  return [...sourcesIn('web'), ...sourcesIn('server').filter(({ text }) => SPEAKS.test(text))]
}

function sourcesIn(part: 'web' | 'server'): ts.SourceFile[] {
  return readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCE.test(path) && !NOT_SHOWN.test(path))
    .sort()
    .map((path) => sourceOf(join(part, path), readFileSync(join(ROOT, part, path), 'utf8')))
}

/** `path` is relative to the root of the repository. */
export function sourceOf(path: string, code: string): ts.SourceFile {
  return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
}

/** All nodes below this one, and itself. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  const children: ts.Node[] = []
  node.forEachChild((child) => void children.push(child))
  for (const child of children) yield* nodesOf(child)
}

export function placeOf(source: ts.SourceFile, node: ts.Node): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
}
