/** Mocks single routes in the browser with responses validated against the contracts; all other requests go through. */
import type { Page, Route } from '@playwright/test'
import { type AnswerOf, type AnyRoute, ERROR_STATUS, type ErrorCode, identifyBeer, SingleAnswer } from '#contracts'

async function on(page: Page, route: AnyRoute, answer: (intercepted: Route) => Promise<void>): Promise<void> {
  const path = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`)
  await page.route(
    (address) => path.test(address.pathname),
    (intercepted) => (intercepted.request().method() === route.method ? answer(intercepted) : intercepted.fallback()),
  )
}

/** Sets the response of a route. */
export async function answers<R extends AnyRoute>(page: Page, route: R, { status, body }: AnswerOf<R>): Promise<void> {
  route.answer[status]?.parse(body)
  await on(page, route, (intercepted) => intercepted.fulfill(body === null ? { status } : { status, json: body }))
}

/** Sets the response of `identify-beer`, for the scan that the photo was sent as: the app still has its picture. */
export async function identifies(page: Page, answer: SingleAnswer): Promise<void> {
  SingleAnswer.parse(answer)
  await on(page, identifyBeer, async (intercepted) => {
    const form = intercepted.request().postDataBuffer()?.toString('latin1') ?? ''
    const [, scanId = answer.scanId] = form.match(/name="scanId"\r\n\r\n([\da-f-]{36})/) ?? []
    await intercepted.fulfill({ status: 200, json: { ...answer, scanId } })
  })
}

/** Makes a route respond with an error. */
export async function refuses(page: Page, route: AnyRoute, code: ErrorCode, message: string): Promise<void> {
  const json = { message, code, requestId: 'drawn' }
  await on(page, route, (intercepted) => intercepted.fulfill({ status: ERROR_STATUS[code], json }))
}

/** Makes a route never respond. */
export async function hangs(page: Page, route: AnyRoute): Promise<void> {
  await on(page, route, async () => undefined)
}

/** Makes a route fail with a network error. */
export async function cutsOff(page: Page, route: AnyRoute): Promise<void> {
  await on(page, route, (intercepted) => intercepted.abort('internetdisconnected'))
}

/** Reports uploads as complete: a browser does not say so for requests whose route is mocked. */
export async function completesUploads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      send.call(this, body)
      setTimeout(() => this.upload.dispatchEvent(new ProgressEvent('load')))
    }
  })
}
