/** Detects the format of an uploaded file from its first bytes, because file names are unreliable. */
import { TextDecoder } from 'node:util'
import { ProductError } from '../../adapters/http/errors.ts'

export const FILE_KINDS = ['export-json', 'export-csv', 'export-zip', 'untappd-json', 'untappd-csv'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The format is told from this much of a file. */
export const HEAD_BYTES = 64 * 1024
const HEADER_MAX_CHARS = 4 * 1024
const OWN_KEYS =
  /"(?:scans|favorites|searches|ratings|journal|wants|tasteAnswers|tasteOff|barcodes|corrections|pictures|settings|checkIns|exportDate|totalRecords)"\s*:/u
const UNTAPPD_KEYS = /"(?:beer_name|brewery_name)"\s*:/u
const ZIP_START = [0x50, 0x4b, 0x03, 0x04]
const OWN_HEADER = /^\W*type\W+date\W+beer name\W+brewery\b/iu
const UNTAPPD_COLUMNS = [/\bbeer_name\b/iu, /\bbrewery_name\b/iu]

/** @throws ProductError empty_file, unknown_file */
export function detectFileKind(bytes: Uint8Array): FileKind {
  if (ZIP_START.every((byte, at) => bytes[at] === byte)) return 'export-zip'
  const head = headOf(bytes)
  if (head === '') throw new ProductError('empty_file', 'The file is empty.')
  if (head.startsWith('{') && OWN_KEYS.test(head)) return 'export-json'
  if (/^[[{]/u.test(head) && UNTAPPD_KEYS.test(head)) return 'untappd-json'
  const header = head.slice(0, HEADER_MAX_CHARS).split('\n', 1)[0] ?? ''
  if (OWN_HEADER.test(header)) return 'export-csv'
  if (UNTAPPD_COLUMNS.every((column) => column.test(header))) return 'untappd-csv'
  throw new ProductError(
    'unknown_file',
    "We can't read this file. Choose an export from BeerGoggles or Untappd (JSON, CSV or ZIP).",
  )
}

function headOf(bytes: Uint8Array): string {
  const head = bytes.subarray(0, HEAD_BYTES)
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(head).trim()
}
