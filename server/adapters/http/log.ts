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

/** Logs only the SQL of a failed query: its message and stack contain the parameters, which may be personal data. */
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
