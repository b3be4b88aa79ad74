/**
 * Reads a multipart form: the file part `image`, into memory up to the size limit, and the text fields. A reader process later
 * checks whether the file is an image, and `upload-room.ts` has checked the size that was announced.
 */
import type { MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { UPLOAD_MAX_BYTES } from '#contracts'
import { ProductError } from './errors.ts'
import { readMultipart } from './read-multipart.ts'

const FIELD_MAX_BYTES = 1_000
const FIELDS_MAX = 10
const LIMIT_MB = UPLOAD_MAX_BYTES / 1024 / 1024

export interface Form {
  image: Uint8Array
  fields: Record<string, unknown>
}

/** Called before the photo is read, with the fields in front of it. @throws ProductError if the photo would be rejected */
export type Admit = (fields: Record<string, unknown>) => Promise<void>

export async function readForm(request: FastifyRequest, admit?: Admit): Promise<Form> {
  if (!request.isMultipart()) {
    throw new ProductError('invalid', 'Send the photo as multipart/form-data with a file part named image.')
  }
  return await readMultipart(request, () => readParts(request, admit))
}

async function readParts(request: FastifyRequest, admit?: Admit): Promise<Form> {
  const fields: Record<string, unknown> = {}
  let image: Uint8Array | undefined
  const limits = { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: FIELDS_MAX, fieldSize: FIELD_MAX_BYTES, parts: 12 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields[part.fieldname] = fieldValue(part)
    else if (part.fieldname === 'image') {
      await admit?.(fields)
      image = await collect(part.file)
    } else throw new ProductError('invalid', `Unexpected file part ${part.fieldname}: send only image.`)
  }
  if (image === undefined) throw new ProductError('invalid', 'The photo is missing: send a file part named image.')
  if (image.length === 0) throw new ProductError('not_an_image', 'The file is empty.')
  return { image, fields }
}

async function collect(file: AsyncIterable<Buffer> & { truncated: boolean }): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  if (file.truncated) throw tooLarge()
  return Buffer.concat(chunks)
}

function fieldValue(part: MultipartValue): unknown {
  if (part.valueTruncated) throw new ProductError('invalid', `The field ${part.fieldname} is too long.`)
  return part.value
}

function tooLarge(): ProductError {
  return new ProductError('too_large', `The photo is larger than ${LIMIT_MB} MB.`)
}
