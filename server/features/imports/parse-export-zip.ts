/**
 * Parses our archive: a JSON export and the pictures that it names. Only what an archive of ours can hold is inflated, by the sizes
 * that the archive's directory states; an entry that is larger than it states is cut off there.
 */
import { unzipSync } from 'fflate'
import { IMPORT_MAX_BYTES, PICTURE_MAX_BYTES, PICTURES_PER_USER_MAX } from '#contracts'
import { parseExportJson } from './parse-export-json.ts'
import type { RecordFile } from './records.ts'

const PICTURE_NAME = /^(?:[^/]{1,200}\/)?pictures\/[\w-]{1,64}\.webp$/
const DATA_NAME = /^(?:[^/]{1,200}\/)?[^/]{1,200}\.json$/
/** What compressing adds to a picture, which is compressed already. */
const DEFLATE_OVERHEAD_BYTES = 1_024

export function parseExportZip(bytes: Uint8Array): RecordFile {
  const entries = unpacked(bytes)
  if (!entries) return problem('this ZIP file cannot be read')
  const data = Object.entries(entries).find(([name]) => DATA_NAME.test(name))
  if (!data) return problem('there is no BeerGoggles export in this ZIP file')
  const [dataName, json] = data
  const folder = dataName.slice(0, dataName.lastIndexOf('/') + 1)
  return parseExportJson(json, (file) => (Object.hasOwn(entries, folder + file) ? entries[folder + file] : undefined))
}

/** By name; undefined if it is no ZIP file. */
function unpacked(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> | undefined {
  let pictures = 0
  let hasData = false
  try {
    return unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        // Of an entry that is stored as it is, only the packed size counts.
        const bytes = Math.max(size - DEFLATE_OVERHEAD_BYTES, originalSize)
        if (PICTURE_NAME.test(name)) return bytes <= PICTURE_MAX_BYTES && ++pictures <= PICTURES_PER_USER_MAX
        if (hasData || !DATA_NAME.test(name) || bytes > IMPORT_MAX_BYTES) return false
        hasData = true
        return true
      },
    })
  } catch {
    return undefined
  }
}

function problem(what: string): RecordFile {
  return {
    share: () => 1,
    records: (async function* () {
      yield { line: 1, problem: what }
    })(),
  }
}
