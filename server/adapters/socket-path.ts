/** The path of a Unix socket has at most 108 bytes on Linux and 104 on macOS. */
const SOCKET_PATH_MAX_BYTES = 100

export function fitsSocketPath(path: string): boolean {
  return Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES
}
