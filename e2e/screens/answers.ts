/** A server that is made to answer so: single calls are answered in the browser, held to the contracts, all others go through. */
import type { Page, Route } from '@playwright/test'
import { type AnswerOf, type AnyRoute, ERROR_STATUS, type ErrorCode } from '#contracts'

async function on(page: Page, route: AnyRoute, answer: (asked: Route) => Promise<void>): Promise<void> {
  const path = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`)
  await page.route(
    (address) => path.test(address.pathname),
    (asked) => (asked.request().method() === route.method ? answer(asked) : asked.fallback()),
  )
}

/** From now on the page gets this answer from the route. */
export async function answers<R extends AnyRoute>(page: Page, route: R, { status, body }: AnswerOf<R>): Promise<void> {
  route.answer[status]?.parse(body)
  await on(page, route, (asked) => asked.fulfill(body === null ? { status } : { status, json: body }))
}

/** From now on the route refuses so. */
export async function refuses(page: Page, route: AnyRoute, code: ErrorCode, message: string): Promise<void> {
  const json = { message, code, requestId: 'drawn' }
  await on(page, route, (asked) => asked.fulfill({ status: ERROR_STATUS[code], json }))
}

/** From now on the route never answers. */
export async function hangs(page: Page, route: AnyRoute): Promise<void> {
  await on(page, route, async () => undefined)
}

/** From now on nothing reaches the route. */
export async function cutsOff(page: Page, route: AnyRoute): Promise<void> {
  await on(page, route, (asked) => asked.abort('internetdisconnected'))
}
