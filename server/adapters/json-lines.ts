/** JSON as lines of text, one value each. */
import { StringDecoder } from 'node:string_decoder'

/** U+2028 and U+2029 are escaped, because some readers end a line there. */
export function jsonLine(value: string | object): string {
  const json = JSON.stringify(value).replace(/[\u2028\u2029]/gu, (separator) =>
    separator === '\u2028' ? '\\u2028' : '\\u2029',
  )
  return `${json}\n`
}

/** Ends lines at \n only; `readline` also does at U+2028 and U+2029, which JSON may contain. */
export async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new StringDecoder()
  let line = ''
  for await (const chunk of chunks) {
    const [rest = '', ...more] = decoder.write(chunk).split('\n')
    line += rest
    for (const next of more) {
      yield line
      line = next
    }
  }
  if (line !== '') yield line
}
