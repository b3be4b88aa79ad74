import type { IncomingHttpHeaders } from 'node:http'
import { guessLanguage, type Language } from '#contracts'

/** The language for who opens a page: the one that their browser prefers (RFC 9110, 12.5.4) of those that are offered. */
export function languageOf({ headers }: { headers: IncomingHttpHeaders }): Language {
  const preferred = (headers['accept-language'] ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { tag, weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return guessLanguage(preferred.map(({ tag }) => tag))
}
