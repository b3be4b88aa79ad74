/**
 * Bounds the memory of uploads that are being received or decoded, in each process. What an upload announces is counted before a byte of it
 * is read; one without a length counts as the largest that its route accepts.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FileBody, UPLOAD_MAX_BYTES, type Upload } from '#contracts'
import { ProductError } from './errors.ts'
import { whenClosed } from './when-closed.ts'

const MB = 1024 * 1024
const UPLOADS_PER_USER = 20
/** A file and a photo of the largest size. */
const BYTES_PER_USER = 80 * MB
const BYTES = 320 * MB
/** Maximum size of everything in a form but its file. */
const ENVELOPE_MAX_BYTES = 64 * 1024
const RETRY_AFTER_SECONDS = 5

export interface UploadRoom {
  /**
   * Takes room for an upload until its response, or until `release`.
   * @throws ProductError too_large, unavailable
   */
  enter(request: FastifyRequest, reply: FastifyReply, form: Upload | FileBody): void
  /** For a handler that goes on without the bytes. */
  release(request: FastifyRequest): void
}

export function uploadRoom(): UploadRoom {
  const inside = new Map<FastifyRequest, { userId: number; bytes: number }>()

  function assertFits(userId: number, bytes: number) {
    const all = [...inside.values()]
    const own = all.filter((upload) => upload.userId === userId)
    if (own.length >= UPLOADS_PER_USER || bytesOf(own) + bytes > BYTES_PER_USER) {
      throw full("We're still receiving your other files. Please wait a moment.")
    }
    if (bytesOf(all) + bytes > BYTES) {
      throw full("We're receiving a lot of files right now. Please try again in a moment.")
    }
  }

  return {
    enter(request, reply, form) {
      const maxBytes = 'maxBytes' in form ? form.maxBytes : UPLOAD_MAX_BYTES
      const announced = request.headers['content-length']
      const bytes = announced === undefined ? maxBytes : Number(announced)
      if (bytes > maxBytes + ENVELOPE_MAX_BYTES) {
        const what = 'maxBytes' in form ? 'file' : 'photo'
        throw new ProductError('too_large', `The ${what} is larger than ${maxBytes / MB} MB.`)
      }
      const userId = request.user?.id ?? 0
      assertFits(userId, bytes)
      inside.set(request, { userId, bytes })
      whenClosed(reply, () => inside.delete(request))
    },
    release: (request) => void inside.delete(request),
  }
}

const bytesOf = (uploads: readonly { bytes: number }[]) => uploads.reduce((sum, { bytes }) => sum + bytes, 0)

const full = (message: string) => new ProductError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
