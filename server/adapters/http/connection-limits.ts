/** Ends connections that send too slowly or nothing at all, and limits their number. Applies to every listener. */
import type { Server, ServerOptions } from 'node:http'

export interface ConnectionLimits {
  /** Until the headers have arrived. */
  headersMs: number
  /** Until the whole request has arrived. Then it is answered with 408. */
  requestMs: number
  /** Without a byte in either direction. Longer than the longest answer takes. */
  idleMs: number
  /** How often the limits of headers and requests are checked. */
  checkMs: number
  connections: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  // A file of 50 MB, at 2.2 Mbit/s.
  requestMs: 180_000,
  idleMs: 150_000,
  checkMs: 5_000,
  connections: 2_000,
}

export function serverOptions({ headersMs, requestMs, checkMs }: ConnectionLimits): ServerOptions {
  return { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkMs }
}

/** For limits that are not options of a new server. */
export function limitConnections(server: Server, { connections, idleMs }: ConnectionLimits): void {
  server.maxConnections = connections
  server.setTimeout(idleMs)
}
