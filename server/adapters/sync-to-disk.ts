import { open } from 'node:fs/promises'

/** Resolves once the bytes of a file, or the entries of a folder, would survive a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
