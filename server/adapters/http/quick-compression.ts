/**
 * Compresses answers that are in memory, while other requests wait: of a search of 30 kB in a third of the time that the defaults take, with a tenth
 * more bytes. Files are compressed as streams, with the defaults.
 */
import {
  type BrotliOptions,
  brotliCompressSync,
  constants,
  gzipSync,
  type InputType,
  type ZlibOptions,
} from 'node:zlib'

const LEVEL = 3

/** For the option `zlib` of `@fastify/compress`. */
export const quickCompression = {
  gzipSync: (data: InputType, options?: ZlibOptions) => gzipSync(data, { ...options, level: LEVEL }),
  brotliCompressSync: (data: InputType, options?: BrotliOptions) =>
    brotliCompressSync(data, { ...options, params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } }),
}
