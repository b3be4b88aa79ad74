/** The sources of the app as syntax trees, without tests and build configuration. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const WEB = join(import.meta.dirname, '../..')
const SOURCE = /\.tsx?$/
/** The notices of the service worker are English: it is one script, and has no room for every language. */
const NOT_SHOWN = /\.test\.tsx?$|^testing\/|^language\/|^service-worker\/|\.d\.ts$|^vite\.config\.ts$/

export function sourcesOf(root: string = WEB): ts.SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCE.test(path) && !NOT_SHOWN.test(path))
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')))
}

/** `path` is relative to `web/`. */
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
  return `web/${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
}
