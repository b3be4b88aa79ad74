/**
 * The objects of a JSON file, one at a time: every object that is an element of an array, wherever the array stands, or one
 * object a line. A broken object is a problem of its own; the file is never in memory as a whole.
 */
import { linesOf, textOf } from './decode-text.ts'
import type { ImportFile } from './imported.ts'

export type JsonRecord = { line: number; record: Readonly<Record<string, unknown>> } | { line: number; broken: string }

const LINE_BY_LINE = /\.(?:jsonl|ndjson)$/iu

export function jsonRecordsOf(file: ImportFile): AsyncGenerator<JsonRecord> {
  return LINE_BY_LINE.test(file.path) ? onePerLine(file) : elementsOf(file)
}

async function* onePerLine(file: ImportFile): AsyncGenerator<JsonRecord> {
  for await (const { line, text } of linesOf(file)) if (text.trim() !== '') yield parsed(line, text)
}

export function parsed(line: number, text: string): JsonRecord {
  try {
    const record: unknown = JSON.parse(text)
    return isRecord(record) ? { line, record } : { line, broken: 'not an object' }
  } catch {
    return { line, broken: 'not JSON' }
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Walks the brackets outside strings; JSON.parse judges what stands between those of an element. */
async function* elementsOf(file: ImportFile): AsyncGenerator<JsonRecord> {
  const open: ('[' | '{')[] = []
  let element: { text: string; line: number; depth: number } | undefined
  let inString = false
  let escaped = false
  let line = 1
  for await (const piece of textOf(file)) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const letter = piece[at]
      if (letter === '\n') line++
      if (inString) {
        if (escaped) escaped = false
        else if (letter === '\\') escaped = true
        // A line break ends a broken string, so that one missing quote does not swallow the file.
        else if (letter === '"' || letter === '\n') inString = false
      } else if (letter === '"') inString = true
      else if (letter === '[' || letter === '{') {
        if (!element && letter === '{' && open.at(-1) === '[') {
          element = { text: '', line, depth: open.length }
          from = at
        }
        open.push(letter)
      } else if (letter === ']' || letter === '}') {
        open.pop()
        if (element && open.length <= element.depth) {
          yield parsed(element.line, element.text + piece.slice(from, at + 1))
          element = undefined
        }
      }
    }
    if (element) element.text += piece.slice(from)
  }
  if (element) yield { line: element.line, broken: 'cut off' }
  else if (open.length > 0) yield { line, broken: 'the file is cut off' }
}
