/** The log: objects with request and scan ids; never a photo, a token, a query text or an e-mail. */
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

/** A failed query carries its parameters in its message and stack; only the statement is kept of it. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const statement = 'query' in error && 'params' in error ? error.query : undefined
  return {
    type: error.name,
    message: statement === undefined ? error.message : `failed query: ${statement}`,
    ...('code' in error && { code: error.code }),
    frames: (error.stack ?? '').split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : [])),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
