/** Parses a stored file of any supported kind into records. */
import type { ImportFile } from '#catalogue/import'
import type { FileKind } from './file-kind.ts'
import { parseExportCsv } from './parse-export-csv.ts'
import { parseExportJson } from './parse-export-json.ts'
import { parseExportZip } from './parse-export-zip.ts'
import { parseUntappd } from './parse-untappd.ts'
import type { ParsedRecord, RecordFile } from './records.ts'

/** Files are parsed in chunks, so that a large one does not block the event loop. */
const CHUNK_BYTES = 256 * 1024

export function parseFile(kind: FileKind, bytes: Uint8Array): RecordFile {
  switch (kind) {
    case 'export-json':
      return parseExportJson(bytes)
    case 'export-zip':
      return parseExportZip(bytes)
    case 'export-csv':
      return inChunks(parseExportCsv, 'export.csv', bytes)
    case 'untappd-csv':
      return inChunks(parseUntappd, 'untappd.csv', bytes)
    case 'untappd-json':
      return inChunks(parseUntappd, 'untappd.json', bytes)
  }
}

function inChunks(
  parse: (file: ImportFile) => AsyncIterable<ParsedRecord>,
  path: string,
  bytes: Uint8Array,
): RecordFile {
  let consumed = 0
  return {
    share: () => consumed / bytes.length,
    records: parse({
      path,
      async *bytes() {
        while (consumed < bytes.length) {
          const chunk = bytes.subarray(consumed, consumed + CHUNK_BYTES)
          consumed += chunk.length
          yield chunk
        }
      },
    }),
  }
}
