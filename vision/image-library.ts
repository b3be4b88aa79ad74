/** Loaded at the first use: whoever only names the types of this folder, the server above all, loads no native code. */
export async function imageLibrary(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
