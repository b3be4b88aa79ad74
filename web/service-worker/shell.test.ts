import { expect, it, vi } from 'vitest'
import { fakeCaches } from '#web/testing/fake-caches.ts'
import { createShell } from './shell.ts'

const ORIGIN = 'http://localhost'

it('has page and files from the network while the storage of the browser is damaged', async () => {
  const caches = fakeCaches()
  const shell = createShell(caches, { version: '1', files: ['/index.html', '/assets/app.js'] })
  vi.spyOn(caches, 'match').mockRejectedValue(new DOMException('Unexpected internal error.', 'UnknownError'))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => new Response((request as Request).url))
  const page = await shell.page(new Request(`${ORIGIN}/history`))
  expect(await page.text()).toBe(`${ORIGIN}/history`)
  const file = await shell.file(new Request(`${ORIGIN}/assets/app.js`))
  expect(await file.text()).toBe(`${ORIGIN}/assets/app.js`)
})
