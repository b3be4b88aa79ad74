/** Structured log with request and scan ids. Photos, tokens, search texts and e-mail addresses are never logged. */
import { type Logger, pino } from 'pino'

export function createLog(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } })
}

interface DescribedError {
  type: string
  message: string
  code?: unknown
  frames?: string[]
  cause?: DescribedError
}

/** Leaves out what users sent: the message and the stack of some errors quote it. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  return {
    type: error.name,
    message: messageOf(error),
    ...('code' in error && { code: error.code }),
    frames: (error.stack ?? '').split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : [])),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** A failed query is logged without its parameters, and a syntax error without the text, whose beginning V8 quotes. */
function messageOf(error: Error): string {
  if ('query' in error && 'params' in error) return `failed query: ${error.query}`
  return error instanceof SyntaxError ? 'the text could not be parsed' : error.message
}
