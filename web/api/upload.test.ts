import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { beginImport, identifyBeer } from '#contracts'
import { aSingleAnswer } from '#web/testing/builders.ts'
import { FakeUpload } from '#web/testing/fake-upload.ts'
import { answers, cutsOff, hangs, network, requestsTo } from '#web/testing/network.ts'
import { call } from './call.ts'
import { uploading } from './upload.ts'

const photo = new Blob(['jpeg'], { type: 'image/jpeg' })

it('sends the photo like any call, and tells when it was sent', async () => {
  const requests = requestsTo(identifyBeer)
  const answer = aSingleAnswer()
  answers(identifyBeer, { status: 200, body: answer })
  const onSent = vi.fn()
  const input = { form: { image: photo, context: 'fridge' as const } }
  expect(await call(identifyBeer, input, { respondAsync: true, send: uploading({ onSent }) })).toEqual(answer)
  expect(onSent).toHaveBeenCalledTimes(1)
  expect(requests[0]?.headers.get('Prefer')).toBe('respond-async')
  expect(await requests[0]?.clone().text()).toContain('name="context"')
})

it('tells how much was sent', async () => {
  network.use(
    http.post('*/api/import', () => new HttpResponse('busy', { status: 503, headers: { 'Retry-After': '7' } })),
  )
  const onProgress = vi.fn()
  const failed = call(
    beginImport,
    { query: { name: 'all.zip' }, form: { file: photo } },
    { send: uploading({ onProgress }) },
  )
  await expect(failed).rejects.toMatchObject({ status: 503, retryAfterSeconds: 7 })
  expect(onProgress).toHaveBeenLastCalledWith(1)
})

/** Firefox reports the end of an upload only with the answer. */
class UploadOfFirefox extends FakeUpload {
  constructor() {
    super()
    Object.defineProperty(this.upload, 'onload', { get: () => () => undefined, set: () => undefined })
  }
}

it('tells that the photo was sent before the answer comes, also in Firefox', async () => {
  vi.stubGlobal('XMLHttpRequest', UploadOfFirefox)
  hangs(identifyBeer)
  const abort = new AbortController()
  const onSent = vi.fn()
  const options = { send: uploading({ onSent }), signal: abort.signal }
  const stopped = call(identifyBeer, { form: { image: photo } }, options).catch(() => undefined)
  await expect.poll(() => onSent.mock.calls.length).toBe(1)
  abort.abort()
  await stopped
})

it('fails like any call: without a connection, and when its caller stops it', async () => {
  const input = { form: { image: photo } }
  cutsOff(identifyBeer)
  await expect(call(identifyBeer, input, { send: uploading({}) })).rejects.toMatchObject({ code: 'offline' })
  hangs(identifyBeer)
  const abort = new AbortController()
  const stopped = call(identifyBeer, input, { send: uploading({}), signal: abort.signal })
  abort.abort(new Error('cancelled by the user'))
  await expect(stopped).rejects.toThrow('cancelled by the user')
})
