/** A mock network. Responses are validated against the contracts, so that a test cannot invent a shape. */
import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { vi } from 'vitest'
import { type AnswerOf, type AnyRoute, ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contracts'

export const network = setupServer()

interface ReceivedRequest {
  params: Record<string, string>
  url: URL
  request: Request
}
type ResponseFactory<R extends AnyRoute> =
  | AnswerOf<R>
  | ((received: ReceivedRequest) => AnswerOf<R> | Promise<AnswerOf<R>>)

function on(route: AnyRoute, answer: (received: ReceivedRequest) => Promise<Response>) {
  const path = `*${route.path.replace(/\{(\w+)\}/g, ':$1')}`
  const method = http[route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete']
  network.use(
    method(path, ({ params, request }) =>
      answer({ params: params as Record<string, string>, url: new URL(request.url), request }),
    ),
  )
}

/** Sets the response of a route. */
export function answers<R extends AnyRoute>(route: R, response: ResponseFactory<R>): void {
  on(route, async (received) => {
    const { status, body, headers } = typeof response === 'function' ? await response(received) : response
    const schema = route.answer[status]
    if (schema) schema.parse(body)
    return body === null
      ? new HttpResponse(null, { status, ...(headers && { headers }) })
      : HttpResponse.json(body, { status, ...(headers && { headers }) })
  })
}

/** Sets the response of a route, which comes once the returned function is called. */
export function answersLater<R extends AnyRoute>(route: R, response: AnswerOf<R>): () => void {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  answers(route, async () => {
    await released
    return response
  })
  return () => release()
}

/** Makes a route respond with an error. */
export function refuses(route: AnyRoute, code: ErrorCode, message: string, rest: Partial<ErrorBody> = {}): void {
  const body = { message, code, requestId: 'test', ...rest } satisfies ErrorBody
  on(route, async () => HttpResponse.json(body, { status: ERROR_STATUS[code] }))
}

/** Makes a route fail with a network error: the connection breaks. */
export function cutsOff(route: AnyRoute): void {
  on(route, async () => HttpResponse.error())
}

/** Says that there is no network, as when no request leaves the device. */
export function goesOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
}

/** Makes a route never respond. */
export function hangs(route: AnyRoute): void {
  on(route, async () => {
    await delay('infinite')
    return HttpResponse.error()
  })
}

/** Records the requests to a route, in order. */
export function requestsTo(route: AnyRoute): Request[] {
  const requests: Request[] = []
  const path = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const record = ({ request }: { request: Request }) => {
    if (request.method === route.method && path.test(new URL(request.url).pathname)) requests.push(request)
  }
  network.events.on('request:start', record)
  return requests
}

/**
 * Says that the network is back until what waits was sent, also after `goesOffline`. Without watching the page, which the event
 * itself changes.
 */
export function untilBackOnline(isSent: () => void): Promise<void> {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  return vi.waitFor(
    () => {
      window.dispatchEvent(new Event('online'))
      isSent()
    },
    { timeout: 5_000 },
  )
}
