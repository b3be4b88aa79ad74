import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { addFavorite, getBeer, identifyBeer, listScans, removeFavorite, route, search } from '#contracts'
import { spec } from '#testing/spec.ts'
import { aBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { answers, cutsOff, goesOffline, hangs, network, refuses, requestsTo } from '#web/testing/network.ts'
import { addressOf, call } from './call.ts'
import { CallError, isUnsent } from './call-error.ts'

async function failureOf(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`)
  return error
}

describe('a call', () => {
  it('fills in path parameters and encodes the query', () => {
    expect(addressOf(getBeer, { params: { id: 12 } })).toBe('/api/beers/12')
    expect(addressOf(search, { query: { q: 'a&b ü' } })).toBe('/api/search?q=a%26b+%C3%BC')
  })

  it('drops unknown keys', async () => {
    const beer = aBeer()
    network.use(http.get('*/api/beers/:id', () => HttpResponse.json({ ...beer, cellarTemperature: 12 })))
    expect(await call(getBeer, { params: { id: beer.id } })).toEqual({
      ...beer,
      ownRating: null,
      evidence: null,
      facts: null,
      serving: null,
      canKeep: true,
    })
  })

  it('returns null for an empty body', async () => {
    answers(removeFavorite, { status: 204, body: null })
    expect(await call(removeFavorite, { params: { beerId: 3 } })).toBeNull()
  })

  it('sends a photo as a named file after its fields', spec('7.2.3', '7.2.4'), async () => {
    const requests = requestsTo(identifyBeer)
    answers(identifyBeer, { status: 200, body: aSingleAnswer() })
    await call(identifyBeer, { form: { image: new Blob(['x'], { type: 'image/jpeg' }), context: 'fridge' } })
    const body = await requests[0]?.clone().text()
    expect(body).toContain('filename="beer-scan.jpg"')
    expect(body?.indexOf('name="context"')).toBeLessThan(body?.indexOf('name="image"') ?? 0)
  })

  it('prefers an asynchronous response only on request', async () => {
    const requests = requestsTo(identifyBeer)
    answers(identifyBeer, { status: 200, body: aSingleAnswer() })
    const input = { form: { image: new Blob(['x']) } }
    await call(identifyBeer, input)
    await call(identifyBeer, input, { respondAsync: true })
    expect(requests.map((request) => request.headers.get('Prefer'))).toEqual([null, 'respond-async'])
  })
})

describe('a failed call', () => {
  it('has status, colon and body text as its message, and the user message apart', spec('7.1.4', '8.1.1'), async () => {
    refuses(getBeer, 'not_found', 'No such beer')
    const error = await failureOf(call(getBeer, { params: { id: 1 } }))
    expect(error.message).toBe('404: {"message":"No such beer","code":"not_found","requestId":"test"}')
    expect(error).toMatchObject({ status: 404, code: 'not_found', userMessage: 'No such beer' })
  })

  it('has the status text in its message when the body is empty', spec('7.1.5'), async () => {
    network.use(http.get('*/api/scans', () => new HttpResponse(null, { status: 502, statusText: 'Bad Gateway' })))
    expect((await failureOf(call(listScans, {}))).message).toBe('502: Bad Gateway')
  })

  it.each([
    [
      502,
      '<html><h1>502 Bad Gateway</h1></html>',
      'unavailable',
      'The server is busy or being maintained. Try again in a minute.',
    ],
    [504, null, 'unavailable', 'The server is busy or being maintained. Try again in a minute.'],
    [429, '<h1>Slow down</h1>', 'unavailable', 'The server is busy or being maintained. Try again in a minute.'],
    [
      413,
      '<h1>Request Entity Too Large</h1>',
      'unknown',
      'A proxy in front of the server refused the photo or file as too big.',
    ],
    [500, '<html>Oops</html>', 'unknown', 'Something went wrong on the server. Try again.'],
  ])('has a text of the app when a proxy answers %i in its own words', async (status, body, code, userMessage) => {
    network.use(http.get('*/api/scans', () => new HttpResponse(body, { status })))
    expect(await failureOf(call(listScans, {}))).toMatchObject({ status, code, userMessage })
  })

  it('reports a lost connection when the body of an error breaks off', async () => {
    const broken = () => new ReadableStream({ start: (controller) => controller.error(new TypeError('reset')) })
    network.use(http.get('*/api/scans', () => new HttpResponse(broken(), { status: 500 })))
    expect((await failureOf(call(listScans, {}))).code).toBe('offline')
  })

  it('reads Retry-After, in seconds or as a date', async () => {
    const waitFor = async (retryAfter: string) => {
      const headers = { 'Retry-After': retryAfter }
      network.use(http.get('*/api/scans', () => new HttpResponse('busy', { status: 503, headers })))
      return (await failureOf(call(listScans, {}))).retryAfterSeconds
    }
    expect(await waitFor('7')).toBe(7)
    expect(await waitFor('soon')).toBeNull()
    const inTwoMinutes = (await waitFor(new Date(Date.now() + 120_000).toUTCString())) ?? 0
    expect(inTwoMinutes).toBeGreaterThan(100)
    expect(inTwoMinutes).toBeLessThanOrEqual(120)
  })

  it('times out when the response takes longer than the route allows', spec('8.1.22'), async () => {
    const impatient = route({ ...listScans, timeoutMs: 30, answer: { 200: z.array(z.string()) } })
    hangs(impatient)
    const error = await failureOf(call(impatient, {}))
    expect(error.message).toBe('Request timed out - please try again')
    expect(error.code).toBe('timed_out')
  })

  it('reports a lost connection when the server does not respond', async () => {
    cutsOff(listScans)
    expect((await failureOf(call(listScans, {}))).code).toBe('offline')
  })

  it('knows that the server cannot have a request that began without a network', async () => {
    cutsOff(addFavorite)
    const adding = () => failureOf(call(addFavorite, { body: { beerId: 1 } }))
    expect(isUnsent(await adding())).toBe(false)
    goesOffline()
    expect(isUnsent(await adding())).toBe(true)
  })

  it('rejects a response of another shape', async () => {
    network.use(http.get('*/api/scans', () => HttpResponse.json({ scans: [] })))
    expect((await failureOf(call(listScans, {}))).code).toBe('unreadable')
  })

  it('rethrows the abort of its caller', async () => {
    hangs(addFavorite)
    const abort = new AbortController()
    const calling = call(addFavorite, { body: { beerId: 1 } }, { signal: abort.signal })
    abort.abort(new Error('cancelled by the user'))
    await expect(calling).rejects.toThrow('cancelled by the user')
  })
})
