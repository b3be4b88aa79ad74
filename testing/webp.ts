/** Begins like a picture of this format; no decoder reads it. */
export function aWebp(label: string): Uint8Array {
  const body = Buffer.from(`WEBPVP8 ${label}`)
  const head = Buffer.from('RIFF....')
  head.writeUInt32LE(body.length, 4)
  return new Uint8Array(Buffer.concat([head, body]))
}
