/**
 * Finds the JSON object in a model's answer: models write prose or a code fence around it, or another object beside it. A scan
 * finds where each object ends, so that braces in strings and in the prose do not count. What a reasoning model thinks beforehand
 * is no answer, and small models add commas and comments that JSON does not have.
 */
import { parsePartialJson } from 'ai'

type JsonAnswer<T> =
  | { isComplete: true; answer: T }
  /** `partial`: the object that breaks off, as far as it has arrived; undefined if there is none. */
  | { isComplete: false; partial: unknown }

/** Prose has braces, too, but hardly any with a quotation mark behind it. */
const OBJECT_START = /\{\s*["}]/g
const THOUGHT_START = /^\s*<think(?:ing)?>/
const THOUGHT_END = /^[\s\S]*<\/think(?:ing)?>/
const STRING_OR_COMMENT = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\/\/.*/g
const STRING_OR_LAST_COMMA = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|,(?<=[\w"\]}]\s*,)(?=\s*[\]}])/g
const CLOSING_FENCE = /(?:(?<!\s)\s+)?```\s*$/

/** Returns the first complete object that `parse` accepts. Linear in the length of the text. */
export async function jsonAnswerIn<T>(text: string, parse: (value: unknown) => T | undefined): Promise<JsonAnswer<T>> {
  const thought = THOUGHT_END.exec(text)?.[0].length
  if (thought === undefined && THOUGHT_START.test(text)) return { isComplete: false, partial: undefined }
  for (let start = objectFrom(text, thought ?? 0); start >= 0; ) {
    const end = endOfObject(text, start)
    // What is inside an object that breaks off is part of it, never an answer.
    if (end < 0) {
      const rest = text.slice(start).replace(CLOSING_FENCE, '')
      const { value = (await parsePartialJson(tidied(rest))).value } = await parsePartialJson(rest)
      return { isComplete: false, partial: value }
    }
    const object = text.slice(start, end)
    const answer = parse(parsed(object) ?? parsed(tidied(object)))
    if (answer !== undefined) return { isComplete: true, answer }
    start = objectFrom(text, end)
  }
  return { isComplete: false, partial: undefined }
}

function objectFrom(text: string, from: number): number {
  OBJECT_START.lastIndex = from
  return OBJECT_START.exec(text)?.index ?? -1
}

/** The index behind the bracket that closes the one at `start`, or -1. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  let isInString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return -1
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Without comments, commas behind the last entry, and line breaks in strings. */
function tidied(json: string): string {
  return json
    .replace(STRING_OR_COMMENT, (part) => (part.startsWith('"') ? part.replace(/[\n\r\t]/g, ' ') : ''))
    .replace(STRING_OR_LAST_COMMA, (part) => (part === ',' ? '' : part))
}
