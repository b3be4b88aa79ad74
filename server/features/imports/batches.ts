/** Groups the records of a file into batches, each of which is stored in one transaction. */
import { beersNamedIn, type ParsedRecord, type RecordFile } from './records.ts'

const BATCH_RECORDS = 50
/** Limits batches of menus, which are single records with many beers. */
const BATCH_BEERS = 300

export interface FileBatch {
  records: ParsedRecord[]
  /** The share of the file parsed so far, 0-1. */
  share: number
}

/** Batching is deterministic, so that a resumed import continues at a batch boundary. */
export async function* batchesOf(file: RecordFile): AsyncGenerator<FileBatch> {
  let records: ParsedRecord[] = []
  let beers = 0
  for await (const record of file.records) {
    records.push(record)
    beers += beersNamedIn([record]).length
    if (records.length < BATCH_RECORDS && beers < BATCH_BEERS) continue
    yield { records, share: file.share() }
    records = []
    beers = 0
  }
  if (records.length > 0) yield { records, share: file.share() }
}
