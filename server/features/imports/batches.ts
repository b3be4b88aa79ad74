/** Groups the records of a file into batches, each of which is stored in one transaction. */
import { beersNamedIn, type ParsedRecord, type RecordFile } from './records.ts'

const BATCH_RECORDS = 50
/** With rows that cannot be imported, which are counted only: a hostile file has many thousands of them. */
const BATCH_ROWS = 1_000
/** Limits batches of menus, which are single records with many beers. */
const BATCH_BEERS = 300
/** Limits batches of pictures, so that none is in memory for long. */
const BATCH_BYTES = 512 * 1024

export interface FileBatch {
  records: ParsedRecord[]
  /** The share of the file parsed so far, 0-1. */
  share: number
}

/** Batching is deterministic, so that a resumed import continues at a batch boundary. */
export async function* batchesOf(file: RecordFile): AsyncGenerator<FileBatch> {
  let records: ParsedRecord[] = []
  let readable = 0
  let beers = 0
  let bytes = 0
  for await (const record of file.records) {
    records.push(record)
    if ('record' in record) readable += 1
    beers += beersNamedIn([record]).length
    bytes += bytesIn(record)
    const isFull = readable >= BATCH_RECORDS || beers >= BATCH_BEERS || bytes >= BATCH_BYTES
    if (!isFull && records.length < BATCH_ROWS) continue
    yield { records, share: file.share() }
    records = []
    readable = 0
    beers = 0
    bytes = 0
  }
  if (records.length > 0) yield { records, share: file.share() }
}

const bytesIn = (parsed: ParsedRecord) =>
  'record' in parsed && 'bytes' in parsed.record ? parsed.record.bytes.length : 0
