/**
 * Streams the objects of a JSON file: every object that is an element of an array at any depth, or one object per line.
 * A malformed object yields an error for itself alone. The file is read in pieces of whole lines, so only one without line breaks
 * is in memory as a whole.
 */
import { decodeLines, decodeText } from './decode-text.ts'
import type { ImportFile } from './imported.ts'

export type JsonRecord = { line: number; record: Readonly<Record<string, unknown>> } | { line: number; error: string }

/** A longer object is no record and is not parsed: that would take several times the memory of its text. */
const RECORD_MAX_CHARS = 4 * 1024 * 1024
/** Names of files with one object per line. */
export const LINE_BY_LINE = /\.(?:jsonl|ndjson)$/iu

/** Whether a file has JSON, by its name. */
export function isJson({ path }: Pick<ImportFile, 'path'>): boolean {
  return /\.json$/iu.test(path) || LINE_BY_LINE.test(path)
}

/** The objects of the file, or an error for each that is malformed. */
export function parseJsonRecords(file: ImportFile): AsyncGenerator<JsonRecord> {
  return LINE_BY_LINE.test(file.path) ? parseLines(file) : parseElements(file)
}

async function* parseLines(file: ImportFile): AsyncGenerator<JsonRecord> {
  for await (const { line, text } of decodeLines(file)) if (text.trim() !== '') yield parseRecord(line, text)
}

/** Parses one object. `line` counts from 1 and is returned with it; a longer text than 4 MB, or one that is no object, is an error. */
export function parseRecord(line: number, text: string): JsonRecord {
  if (text.length > RECORD_MAX_CHARS) return { line, error: 'an object of more than 4 MB' }
  try {
    const record: unknown = JSON.parse(text)
    return isRecord(record) ? { line, record } : { line, error: 'not an object' }
  } catch {
    return { line, error: 'not JSON' }
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Finds array elements by counting brackets outside strings; each element is then parsed with JSON.parse. */
async function* parseElements(file: ImportFile): AsyncGenerator<JsonRecord> {
  const open: ('[' | '{')[] = []
  let element: { text: string; line: number; depth: number } | undefined
  let inString = false
  let escaped = false
  let line = 1
  for await (const piece of decodeText(file)) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const letter = piece[at]
      if (letter === '\n') line++
      if (inString) {
        if (escaped) escaped = false
        else if (letter === '\\') escaped = true
        // A line break ends an unterminated string, so that one missing quote does not swallow the file.
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
          yield parseRecord(element.line, element.text + piece.slice(from, at + 1))
          element = undefined
        }
      }
    }
    if (element) element.text += piece.slice(from)
  }
  if (element) yield { line: element.line, error: 'truncated object' }
  else if (open.length > 0) yield { line, error: 'truncated file' }
}
