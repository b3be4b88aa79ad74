/** Reads a file that is the whole body of a request, or the one file of a multipart form. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FileBody } from '#contracts'
import { ProductError } from './errors.ts'
import { readMultipart } from './read-multipart.ts'

/** Makes the routes of this scope accept request bodies of any content type as raw bytes. */
export function acceptFileBodies(scope: FastifyInstance): void {
  scope.removeContentTypeParser(['application/json', 'text/plain'])
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

export async function readFile(request: FastifyRequest, { maxBytes }: FileBody): Promise<{ file: Uint8Array }> {
  const file = request.isMultipart() ? await fileOfForm(request, maxBytes) : request.body
  if (!(file instanceof Uint8Array) || file.length === 0) throw new ProductError('empty_file', 'The file is empty.')
  return { file }
}

async function fileOfForm(request: FastifyRequest, maxBytes: number): Promise<Uint8Array | undefined> {
  return await readMultipart(request, async () => {
    const part = await request.file({ limits: { files: 1, fileSize: maxBytes } })
    return await part?.toBuffer()
  })
}
