/**
 * Splits a JSON object into the elements of its top-level lists, without parsing them. Only brackets and strings are tracked,
 * so that a malformed element costs nothing but itself and a deeply nested one cannot overflow a stack.
 */
export interface ListElement {
  /** The key of the list. */
  key: string
  /** The line on which the element begins, from 1. */
  line: number
  /** Undefined if the text ends within the element. */
  text: string | undefined
  /** The index of its last character. */
  end: number
}

/** A string that is still open at the end of a line ends its element there: the next line may start a new one. */
export function* listElements(text: string): Generator<ListElement> {
  let isInRoot = false
  let line = 1
  let key = ''
  let list: string | undefined
  /** The current element: brackets open since `from`, and how many of them are square. */
  let element: { from: number; line: number; open: number; openSquare: number } | undefined
  /** Closing square brackets to ignore: they belong to an element that was given up. */
  let orphaned = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '\n') line++
    else if (char === '"') {
      const end = endOfString(text, at)
      if (isInRoot && list === undefined && !element) key = text.slice(at + 1, Math.min(end, at + 100))
      if (text[end] === '\n') {
        if (element && list !== undefined) {
          yield { key: list, line: element.line, text: text.slice(element.from, end), end }
          orphaned = element.openSquare
          element = undefined
        }
        line++
      }
      at = end
    } else if (char === '{' || char === '[') {
      if (element) element.open++
      else if (!isInRoot) isInRoot = true
      else if (list === undefined && char === '[') list = key
      else element = { from: at, line, open: 1, openSquare: 0 }
      if (element && char === '[') element.openSquare++
    } else if (char === '}' || char === ']') {
      if (element) {
        element.open--
        if (char === ']') element.openSquare--
        if (element.open > 0) continue
        if (list !== undefined) yield { key: list, line: element.line, text: text.slice(element.from, at + 1), end: at }
        element = undefined
      } else if (char === ']' && orphaned > 0) orphaned--
      else if (char === ']') list = undefined
      else if (list === undefined) isInRoot = false
    }
  }
  if (isInRoot) yield { key: list ?? '', line: element?.line ?? line, text: undefined, end: text.length }
}

/** Returns the index of the closing quote, or of the line break or the end of the text before it. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '"' || char === '\n') return at
  }
  return text.length
}
