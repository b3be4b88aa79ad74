/**
 * Maps errors of the providers to the faults of the port. Each provider reports "no credit left" differently. Their error
 * texts are never passed on, because they quote keys, accounts and pictures.
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
const REJECTED = 'The AI provider rejected the request: the operator must check the API key, the model and the address.'

/** OpenAI: `insufficient_quota`; Google: `RESOURCE_EXHAUSTED`; Anthropic: its credit balance, with status 400, too. */
const NO_CREDIT =
  /insufficient_quota|quota|resource_exhausted|credit balance|billing|insufficient (credit|balance|fund)/i
const CONTENT_POLICY = /content_policy|content_filter|safety|moderation/i

export function failure(code: EngineFault): EngineFailure {
  return new EngineFailure(MESSAGES[code], code)
}

/** The provider's error as an EngineFailure; an EngineFailure is returned as it is. */
export function toFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error
  if (RetryError.isInstance(error)) return toFailure(error.lastError)
  if (APICallError.isInstance(error))
    return fromStatus(error.statusCode, `${error.responseBody ?? ''} ${error.message}`)
  if (error instanceof Error && error.name === 'TimeoutError') return failure('timed_out')
  if (isBrokenConnection(error)) return failure('unavailable')
  const text = textOf(error)
  if (NO_CREDIT.test(text)) return failure('quota_exceeded')
  if (/overloaded|server_error|internal|unavailable/i.test(text)) return failure('unavailable')
  return failure('unusable_answer')
}

/** True when a retry a moment later is likely to succeed. */
export function isTransient(error: unknown): boolean {
  if (APICallError.isInstance(error)) return error.statusCode === undefined || error.statusCode >= 500
  return isBrokenConnection(error)
}

function fromStatus(status: number | undefined, text: string): EngineFailure {
  if (status === undefined) return failure('unavailable')
  if (status === 402 || status === 429) return failure('quota_exceeded')
  if (status === 408 || status === 504) return failure('timed_out')
  if (status >= 500) return failure('unavailable')
  if (status < 400) return failure('unusable_answer')
  if (NO_CREDIT.test(text)) return failure('quota_exceeded')
  if (CONTENT_POLICY.test(text)) return failure('refused')
  return new EngineFailure(REJECTED, 'unavailable')
}

function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated|network/i.test(error.message)
}

/** An error inside a stream is a plain object from the provider. */
function textOf(error: unknown): string {
  if (error instanceof Error) return `${error.name} ${error.message}`
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? '')
}
