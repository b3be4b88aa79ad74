/** A network that answers as the contracts say. Answers are checked against them: a test cannot invent a shape. */
import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { type AnswerOf, type AnyRoute, ERROR_STATUS, type ErrorCode } from '#contracts'

export const network = setupServer()

interface Asked {
  params: Record<string, string>
  url: URL
  request: Request
}
type Answering<R extends AnyRoute> = AnswerOf<R> | ((asked: Asked) => AnswerOf<R> | Promise<AnswerOf<R>>)

function on(route: AnyRoute, answer: (asked: Asked) => Promise<Response>) {
  const path = `*${route.path.replace(/\{(\w+)\}/g, ':$1')}`
  const method = http[route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete']
  network.use(
    method(path, ({ params, request }) =>
      answer({ params: params as Record<string, string>, url: new URL(request.url), request }),
    ),
  )
}

/** From now on the route answers so. */
export function answers<R extends AnyRoute>(route: R, answering: Answering<R>): void {
  on(route, async (asked) => {
    const { status, body, headers } = typeof answering === 'function' ? await answering(asked) : answering
    const schema = route.answer[status]
    if (schema) schema.parse(body)
    return body === null
      ? new HttpResponse(null, { status, ...(headers && { headers }) })
      : HttpResponse.json(body, { status, ...(headers && { headers }) })
  })
}

/** From now on the route refuses so. */
export function refuses(route: AnyRoute, code: ErrorCode, message: string): void {
  on(route, async () => HttpResponse.json({ message, code, requestId: 'test' }, { status: ERROR_STATUS[code] }))
}

/** From now on nothing reaches the route. */
export function cutsOff(route: AnyRoute): void {
  on(route, async () => HttpResponse.error())
}

/** From now on the route never answers. */
export function hangs(route: AnyRoute): void {
  on(route, async () => {
    await delay('infinite')
    return HttpResponse.error()
  })
}

/** The requests a route has got, in order. */
export function requestsTo(route: AnyRoute): Request[] {
  const got: Request[] = []
  const path = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const note = ({ request }: { request: Request }) => {
    if (request.method === route.method && path.test(new URL(request.url).pathname)) got.push(request)
  }
  network.events.on('request:start', note)
  return got
}
