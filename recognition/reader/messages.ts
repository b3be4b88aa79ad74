/** What passes between the server's process and a reader. */
import type { CatalogueChanges } from '#catalogue'
import type { Scene } from '#contracts'
import { type Photo, UnreadablePicture, type UnreadableReason } from '#vision'
import type { RecogniseAsk, RecogniseStep } from '../outcome.ts'
import { RecognitionFailed } from '../readers.ts'

/** `light`: camera frames and foreign pictures, short work. `scan`: whole scans, which need the catalogue. */
export type LaneName = 'light' | 'scan'

/** The engine's name in the table of engines and its own settings. */
export interface EngineChoice {
  name: string
  [setting: string]: unknown
}

export interface ReaderSetup {
  lane: LaneName
  engine: EngineChoice
  /** Stands in when `engine` fails or may not be asked; opened when it is needed first. */
  fallback: EngineChoice | null
  /** Path of the compiled shipped catalogue, for its lexicons; null reads the sources. */
  lexicons: string | null
}

export type Task =
  | { kind: 'prepare'; bytes: Uint8Array; maxSide: number }
  | { kind: 'scene'; frame: Uint8Array }
  | { kind: 'recognise'; photo: Photo; ask: RecogniseAsk }

export type TaskStep = { kind: 'photo'; photo: Photo } | { kind: 'scene'; scene: Scene } | RecogniseStep

export type ToReader =
  | { kind: 'open'; setup: ReaderSetup }
  | { kind: 'catalogue'; changes: CatalogueChanges }
  /** `deadline` is in ms since the epoch: both processes share the machine's clock. */
  | { kind: 'task'; id: number; task: Task; deadline: number }
  | { kind: 'cancel'; id: number }
  | { kind: 'close' }

export type FromReader =
  | { kind: 'ready'; engineVersion: string }
  | { kind: 'step'; id: number; step: TaskStep }
  | { kind: 'done'; id: number; failure: Failure | null; memory: Memory }

/** Bytes. */
export interface Memory {
  resident: number
  peak: number
}

/** An error as it crosses the border; classes do not survive it. */
export interface Failure {
  message: string
  stack: string | null
  unreadable: UnreadableReason | null
  code: string | null
}

export function failureOf(error: unknown): Failure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  return { message, stack: stack ?? null, unreadable: error instanceof UnreadablePicture ? error.reason : null, code }
}

export function errorOf({ message, stack, unreadable, code }: Failure): Error {
  if (unreadable) return new UnreadablePicture(message, unreadable)
  const cause = new Error(message)
  if (stack) cause.stack = stack
  return new RecognitionFailed(message, code, { cause })
}
