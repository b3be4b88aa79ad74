/**
 * The port of the reader processes, as the server uses it. Untrusted images are decoded, read and matched behind it, never in
 * the server's own process.
 */
import type { CatalogueChanges } from '#catalogue'
import type { Scene } from '#contracts'
import type { Photo } from '#vision'
import type { Recognise } from '../outcome.ts'

export interface Readers {
  /**
   * Turns untrusted bytes into an upright JPEG without metadata, at most `maxSide` px on its long side.
   * @throws UnreadablePicture, ReaderLost
   */
  prepare(bytes: Uint8Array, maxSide: number, signal: AbortSignal): Promise<Photo>
  /**
   * Turns untrusted bytes into a small upright WebP without metadata, within PICTURE_MAX_SIDE_PX and PICTURE_MAX_BYTES.
   * @throws UnreadablePicture, ReaderLost
   */
  thumbnail(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
  /**
   * Classifies a camera frame and reads its barcodes. Of the frames waiting under one key only the newest is answered; it inherits the queue
   * position of the frame it replaces.
   * @throws Superseded for a frame that was replaced; UnreadablePicture, ReaderLost
   */
  scene(key: string, frame: Uint8Array, signal: AbortSignal): Promise<FrameReading>
  /** @throws ReaderLost when the reader process ended before its answer: the photo may be tried again. */
  recognise: Recognise
  /** The first call passes the whole catalogue, later calls only changes. Readers accept no photo before the first. */
  update(changes: CatalogueChanges): void
  /**
   * Resolves when every reader has loaded its engine and its catalogue.
   * @throws ReaderLost when a reader repeatedly ends before it has loaded; EngineUnusable if it says that its engine is why.
   */
  ready(): Promise<void>
  /** True while every lane has at least one loaded reader. */
  isReady(): boolean
  /**
   * Part of the key of stored answers: differs whenever the same photo may be answered differently.
   * @throws ReaderLost before the first reader has loaded.
   */
  readonly engineVersion: string
  /** One entry for each reader process. */
  status(): ReaderStatus[]
  /** Ends all readers and rejects their tasks with ReaderLost. */
  close(): Promise<void>
}

export interface FrameReading {
  scene: Scene
  /** Normalised, without duplicates. */
  barcodes: string[]
}

/** `interactive`: camera frames and decoding of uploads, short tasks. `batch`: whole scans, which need the catalogue. */
export type LaneName = 'interactive' | 'batch'

/** Resident set size in bytes: now, and its maximum so far. */
export interface Memory {
  resident: number
  peak: number
}

export interface ReaderStatus {
  lane: LaneName
  pid: number | undefined
  /** After its last task. Undefined while it is being replaced. */
  memory: Memory | undefined
  /** How often its process ended and was replaced. */
  restarts: number
}

/** A reader process crashed, hung or never loaded; its task may be tried again. */
export class ReaderLost extends Error {
  override name = 'ReaderLost'
}

/** The engine cannot be opened, however often a reader tries. */
export class EngineUnusable extends Error {
  override name = 'EngineUnusable'
}

/** A newer frame with the same key replaced this one. */
export class Superseded extends Error {
  override name = 'Superseded'
  constructor() {
    super('A newer frame replaced this one')
  }
}

/** The engine or recognition itself failed on a photo. `code` is the engine's fault code, if it gave one. */
export class RecognitionFailed extends Error {
  override name = 'RecognitionFailed'
  constructor(
    message: string,
    readonly code: string | null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
