/** The codes of the file system and of PostgreSQL; drivers wrap them. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Returns whether the error, or its cause, is that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && typeof error.code === 'string' && CODES.has(error.code)) || isDiskFull(error.cause)
}
