/** Sends a notice to a browser through its push service, encrypted so that only the browser can read it (RFC 8030, 8291, 8292). */
import { ECDH } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { PushMessage } from '#contracts'
import { isPublicHttps, publicLookup } from '../../adapters/http/public-address.ts'
import type { PushKeys } from './push-keys.ts'
import type { SendResult } from './send-result.ts'

const TIMEOUT_MS = 10_000
/** How long a push service keeps a notice for a browser that is off. */
const KEPT_S = 24 * 60 * 60
const GONE = new Set([404, 410])
const NOT_NOW = new Set([408, 429])

export interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushSenderPorts {
  keys: PushKeys
  /** A mailto: or https: URL at which a push service can complain. */
  contact: string
  /** For tests: a push service on this machine, without TLS. */
  isOnLoopback?: boolean | undefined
}

/** False if no message can be encrypted for it: it has the right length, but is no point of the curve. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

export function pushSender({ keys, contact, isOnLoopback = false }: PushSenderPorts) {
  const vapidDetails = { subject: contact, ...keys }
  const isAllowed = (endpoint: string) =>
    isOnLoopback ? endpoint.startsWith('http://127.0.0.1:') : isPublicHttps(endpoint)

  return {
    publicKey: keys.publicKey,

    isAllowed,

    async send({ endpoint, p256dh, auth }: Browser, message: PushMessage, signal: AbortSignal): Promise<SendResult> {
      if (!isAllowed(endpoint) || !isPublicKey(p256dh)) return { kind: 'gone' }
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails, TTL: KEPT_S, urgency: 'normal' },
      )
      const send = isOnLoopback ? requestHttp : requestHttps
      return new Promise((resolve, reject) => {
        const options = { method, headers, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }
        const request = send(endpoint, isOnLoopback ? options : { ...options, lookup: publicLookup }, (response) => {
          // Its body is of no interest, and may be endless.
          response.destroy()
          resolve(resultOf(response.statusCode ?? 0, response.headers['retry-after']))
        })
        request.once('error', (error) => (signal.aborted ? reject(error) : resolve({ kind: 'later', reason: error })))
        request.end(body)
      })
    },
  }
}

export type PushSender = ReturnType<typeof pushSender>

function resultOf(status: number, retryAfter: string | undefined): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (GONE.has(status)) return { kind: 'gone' }
  const reason = new Error(`the push service answered ${status}`)
  if (status < 500 && !NOT_NOW.has(status)) return { kind: 'refused', reason }
  const seconds = Number(retryAfter)
  return { kind: 'later', reason, ...(seconds > 0 && { afterMs: seconds * 1_000 }) }
}
