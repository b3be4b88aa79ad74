/** Messages between the server process and a reader process. */
import type { CatalogueChanges } from '#catalogue'
import { type Photo, type ProviderUsage, UnreadablePicture, type UnreadableReason } from '#vision'
import type { RecogniseAsk, RecogniseStep } from '../outcome.ts'
import { type FrameReading, type LaneName, type Memory, RecognitionFailed } from './readers.ts'

/** An engine's name in the table of engines, and its own settings. */
export interface EngineChoice {
  name: string
  [setting: string]: unknown
}

export interface ReaderSetup {
  lane: LaneName
  engine: EngineChoice
  /** Used when `engine` fails or may not be asked; opened on first use. */
  fallback: EngineChoice | null
  /** Reads camera frames, which a provider never receives, if there is no `fallback`; opened on first use. */
  frameEngine: EngineChoice | null
  /** Path of the compiled lexicons; null loads them from the sources. */
  lexicons: string | null
}

export type Task =
  | { kind: 'prepare'; bytes: Uint8Array; maxSide: number }
  | { kind: 'thumbnail'; bytes: Uint8Array }
  | { kind: 'scene'; frame: Uint8Array }
  | { kind: 'recognise'; photo: Photo; ask: RecogniseAsk }

export type TaskStep =
  | { kind: 'photo'; photo: Photo }
  | ({ kind: 'scene' } & FrameReading)
  | RecogniseStep
  /** Sent at any time before the task ends, also after it was cancelled. */
  | { kind: 'usage'; usage: ProviderUsage }

export type ToReader =
  | { kind: 'open'; setup: ReaderSetup }
  | { kind: 'catalogue'; changes: CatalogueChanges }
  /** `deadline` is in ms since the epoch: both processes share the machine's clock. */
  | { kind: 'task'; id: number; task: Task; deadline: number }
  | { kind: 'cancel'; id: number }
  | { kind: 'close' }

export type FromReader =
  | { kind: 'ready'; engineVersion: string; memory: Memory }
  /** The engine cannot be opened; the reader ends. */
  | { kind: 'unusable'; reason: string }
  | { kind: 'step'; id: number; step: TaskStep }
  | { kind: 'done'; id: number; failure: Failure | null; memory: Memory }

/** An error in serialisable form: its class is lost between processes. */
export interface Failure {
  message: string
  stack: string | null
  unreadable: UnreadableReason | null
  code: string | null
}

export function toFailure(error: unknown): Failure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  const unreadable = error instanceof UnreadablePicture ? error.reason : null
  return { message, stack: stack ?? null, unreadable, code }
}

export function toError({ message, stack, unreadable, code }: Failure): Error {
  if (unreadable) return new UnreadablePicture(message, unreadable)
  const cause = new Error(message)
  if (stack) cause.stack = stack
  return new RecognitionFailed(message, code, { cause })
}
