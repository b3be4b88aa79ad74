/**
 * Decodes files to text and lines: UTF-8 with or without a byte order mark, UTF-16 with one. A line that is not valid
 * UTF-8 is decoded as Windows-1252, because old files mix both.
 */
import { TextDecoder } from 'node:util'
import type { ImportFile } from './imported.ts'
import { decodeWindows1252 } from './windows-1252.ts'

const NEW_LINE = 0x0a

/** Yields the text of a file in chunks; UTF-8 is split at line ends only. */
export async function* decodeText(file: ImportFile): AsyncGenerator<string> {
  let rest: Uint8Array[] = []
  let utf16: TextDecoder | undefined
  let started = false
  for await (const chunk of file.bytes()) {
    if (started && !utf16 && !chunk.includes(NEW_LINE)) {
      rest.push(chunk.slice())
      continue
    }
    let bytes = rest.length > 0 ? Buffer.concat([...rest, chunk]) : chunk
    if (!started && bytes.length < 3) {
      rest = [bytes]
      continue
    }
    if (!started) {
      started = true
      utf16 = utf16DecoderFor(bytes)
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3)
    }
    if (utf16) {
      rest = []
      yield utf16.decode(bytes, { stream: true })
      continue
    }
    const end = bytes.lastIndexOf(NEW_LINE) + 1
    rest = end < bytes.length ? [bytes.slice(end)] : []
    if (end > 0) yield decoded(bytes.subarray(0, end))
  }
  if (utf16) yield utf16.decode()
  else if (rest.length > 0) yield decoded(Buffer.concat(rest))
}

/** Yields the lines of a file without their line endings, numbered from 1. */
export async function* decodeLines(file: ImportFile): AsyncGenerator<{ line: number; text: string }> {
  let line = 0
  let rest = ''
  for await (const piece of decodeText(file)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield { line: ++line, text: text.endsWith('\r') ? text.slice(0, -1) : text }
  }
  if (rest !== '') yield { line: ++line, text: rest }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoded(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return decodeLineByLine(bytes)
  }
}

function decodeLineByLine(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEW_LINE, start) + 1 || bytes.length
    const line = bytes.subarray(start, end)
    try {
      text += strict.decode(line)
    } catch {
      text += decodeWindows1252(line)
    }
    start = end
  }
  return text
}

function utf16DecoderFor(bytes: Uint8Array): TextDecoder | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  return undefined
}
