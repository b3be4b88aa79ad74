/**
 * What a provider answers when it does not answer, in the words of the port. Each provider has its own form for "no credit
 * left"; nothing that it wrote is passed on, because error texts quote keys, accounts and pictures.
 */
import { APICallError, RetryError } from 'ai'
import { EngineFailure, type EngineFault } from '../../engine.ts'

const MESSAGES: Record<EngineFault, string> = {
  quota_exceeded: 'API quota exceeded: the credits of the AI provider are used up.',
  timed_out: 'The AI provider took too long to answer.',
  unavailable: 'The AI provider cannot be reached right now.',
  refused: 'The AI provider declined to look at this picture.',
  unusable_answer: 'The AI provider gave no usable answer.',
}
const TURNED_AWAY = 'The AI provider turns this installation away: its operator has to look at key, model and address.'

/** OpenAI: `insufficient_quota`; Google: `RESOURCE_EXHAUSTED`; Anthropic: its credit balance, also under 400. */
const NO_CREDIT =
  /insufficient_quota|quota|resource_exhausted|credit balance|billing|insufficient (credit|balance|fund)/i
const NOT_THIS_PICTURE = /content_policy|content_filter|safety|moderation/i

export function failure(code: EngineFault): EngineFailure {
  return new EngineFailure(MESSAGES[code], code)
}

/** The provider's error as one of ours; a failure that is ours already stays. */
export function toFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error
  if (RetryError.isInstance(error)) return toFailure(error.lastError)
  if (APICallError.isInstance(error)) return ofStatus(error.statusCode, `${error.responseBody ?? ''} ${error.message}`)
  if (error instanceof Error && error.name === 'TimeoutError') return failure('timed_out')
  if (isBrokenConnection(error)) return failure('unavailable')
  const said = wordsOf(error)
  if (NO_CREDIT.test(said)) return failure('quota_exceeded')
  if (/overloaded|server_error|internal|unavailable/i.test(said)) return failure('unavailable')
  return failure('unusable_answer')
}

/** True when the same question may well be answered a moment later. */
export function isPassing(error: unknown): boolean {
  if (APICallError.isInstance(error)) return error.statusCode === undefined || error.statusCode >= 500
  return isBrokenConnection(error)
}

function ofStatus(status: number | undefined, said: string): EngineFailure {
  if (status === undefined) return failure('unavailable')
  if (status === 402 || status === 429) return failure('quota_exceeded')
  if (status === 408 || status === 504) return failure('timed_out')
  if (status >= 500) return failure('unavailable')
  if (status < 400) return failure('unusable_answer')
  if (NO_CREDIT.test(said)) return failure('quota_exceeded')
  if (NOT_THIS_PICTURE.test(said)) return failure('refused')
  return new EngineFailure(TURNED_AWAY, 'unavailable')
}

function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated|network/i.test(error.message)
}

/** An error that came inside a stream is a bare object of the provider's. */
function wordsOf(error: unknown): string {
  if (error instanceof Error) return `${error.name} ${error.message}`
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? '')
}
