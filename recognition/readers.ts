/**
 * The reader processes as the server sees them. Decoding of foreign pictures, engine and matcher run behind this port,
 * never in the server's own process.
 */
import type { CatalogueChanges } from '#catalogue'
import type { Scene } from '#contracts'
import type { Photo } from '#vision'
import type { Recognise } from './outcome.ts'

export interface Readers {
  /**
   * Turns foreign bytes into an upright JPEG without metadata, at most `maxSide` px on its long side.
   * @throws UnreadablePicture, ReaderLost
   */
  prepare(bytes: Uint8Array, maxSide: number, signal: AbortSignal): Promise<Photo>
  /**
   * What a camera frame shows. The newest frame per key wins; it takes the place in line of the one that waited.
   * @throws Superseded in the call whose frame gave way; UnreadablePicture, ReaderLost
   */
  scene(key: string, frame: Uint8Array, signal: AbortSignal): Promise<Scene>
  /** @throws ReaderLost when the reader ended in the middle: the photo may be tried again. */
  recognise: Recognise
  /** Hands the current catalogue to every reader; later calls hand over changes only. Readers wait for the first call. */
  update(changes: CatalogueChanges): void
  /**
   * Resolves when every reader has its engine and catalogue loaded.
   * @throws ReaderLost when a reader repeatedly ends before it is loaded.
   */
  ready(): Promise<void>
  /** True while every lane has a live, loaded reader. */
  isReady(): boolean
  /**
   * Changes whenever the same photo may be answered differently by the engine.
   * @throws ReaderLost before a reader is loaded.
   */
  readonly engineVersion: string
  /** Ends all readers; work under way is rejected with ReaderLost. */
  close(): Promise<void>
}

/** A reader process ended, hung or never came up; what it worked on may be tried again. */
export class ReaderLost extends Error {
  override name = 'ReaderLost'
}

/** A newer frame of the same key took this one's place. */
export class Superseded extends Error {
  override name = 'Superseded'
  constructor() {
    super('A newer frame took the place of this one')
  }
}

/** The engine or recognition itself failed on a photo; `code` is the engine's own word for it, when it has one. */
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
