/** A stored file as records, whatever kind it is. */
import type { ImportFile } from '#catalogue'
import type { FileKind } from './file-kind.ts'
import { readExportCsv } from './read-export-csv.ts'
import { readExportJson } from './read-export-json.ts'
import { readUntappd } from './read-untappd.ts'
import type { ReadRecord, RecordFile } from './records.ts'

/** Rows are split piece by piece, so that no file holds up the requests of others. */
const PIECE_BYTES = 256 * 1024

export function openFile(kind: FileKind, bytes: Uint8Array): RecordFile {
  switch (kind) {
    case 'export-json':
      return readExportJson(bytes)
    case 'export-csv':
      return inPieces(readExportCsv, 'export.csv', bytes)
    case 'untappd-csv':
      return inPieces(readUntappd, 'untappd.csv', bytes)
    case 'untappd-json':
      return inPieces(readUntappd, 'untappd.json', bytes)
  }
}

function inPieces(read: (file: ImportFile) => AsyncIterable<ReadRecord>, path: string, bytes: Uint8Array): RecordFile {
  let handedOut = 0
  return {
    share: () => handedOut / bytes.length,
    records: read({
      path,
      async *bytes() {
        while (handedOut < bytes.length) {
          const piece = bytes.subarray(handedOut, handedOut + PIECE_BYTES)
          handedOut += piece.length
          yield piece
        }
      },
    }),
  }
}
