/** Starts the reader processes as configured: for the server, and for a worker that only reads. */
import type { Logger } from 'pino'
import { batchReadersFor, type Readers, startReaders } from '#recognition'
import type { Config, Secrets } from './config.ts'
import { enginesOf } from './features/provider-budget/engines-of.ts'
import { compiledLexicons, readerScript } from './product-files.ts'

/** Maximum number of concurrent scans: one for each reader of the batch lane. */
export function readerSlotsOf({ scanReaders, vision }: Pick<Config, 'scanReaders' | 'vision'>): number {
  return scanReaders ?? batchReadersFor(vision.provider?.name ?? 'embedded')
}

interface ReaderChoice {
  /** False: no camera frames and uploads arrive here. */
  hasClients?: boolean
}

export function startReadersFor(
  config: Config,
  secrets: Secrets,
  log: Logger,
  { hasClients = true }: ReaderChoice = {},
): Readers {
  return startReaders({
    readerScript: readerScript(),
    ...enginesOf(config.vision, secrets),
    lexicons: compiledLexicons(),
    batchReaders: readerSlotsOf(config),
    // Beside a provider, the embedded engine classifies the scene of each photo in the interactive lane.
    ...(!hasClients && config.vision.provider === undefined && { interactiveReaders: 0 }),
    log,
  })
}
