import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { detectContext, getBeer, identifyBeer, parseMenu, type SceneContext, similarBeers } from '#contracts'
import { spec } from '#testing/spec.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { answers, network, refuses } from '#web/testing/network.ts'

afterEach(() => {
  network.events.removeAllListeners()
  vi.useRealTimers()
})

function sees(context: SceneContext): void {
  answers(detectContext, { status: 200, body: { context, confidence: 0.9, beerCount: 1, textContent: false } })
}
function findsOrval(): void {
  const beer = aBeer({ name: 'Orval' })
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer }) })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
}
async function upload(): Promise<void> {
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
}

it('detects the scene before anything else is sent', spec('4.6.1'), async () => {
  const sent: string[] = []
  network.events.on('request:start', ({ request }) => {
    if (request.method === 'POST') sent.push(new URL(request.url).pathname)
  })
  sees('single_beer')
  findsOrval()
  await upload()
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(sent).toEqual(['/api/detect-context', '/api/identify-beer'])
})

it('passes 20, 40, 60, 80 and 100 percent', spec('4.6.4'), async () => {
  const seen: number[] = []
  const note = (value: string | null | undefined) => value && seen.push(Number(value))
  const watch = new MutationObserver((changes) => {
    for (const { attributeName, oldValue } of changes) if (attributeName === 'aria-valuenow') note(oldValue)
  })
  watch.observe(document.body, { subtree: true, attributes: true, attributeOldValue: true })
  sees('single_beer')
  findsOrval()
  answers(identifyBeer, async () => {
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60'))
    return { status: 200 as const, body: aSingleAnswer() }
  })
  await upload()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toHaveAttribute('aria-valuenow', '100'))
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  watch.disconnect()
  expect(seen).toEqual([20, 40, 60, 80])
})

it('navigates 100 ms after the answer, not before', spec('4.8.3', '9.3.13'), async () => {
  sees('single_beer')
  findsOrval()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await upload()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toHaveAttribute('aria-valuenow', '100'))
  expect(location.pathname).toBe('/processing')
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(100)
  await waitFor(() => expect(location.pathname).toBe('/results'))
})

it.each([
  ['a photo without beer', 'No beer detected', () => refuses(identifyBeer, 'no_beer', 'No beer detected')],
  [
    'a menu without beer',
    'No beers found in menu',
    () => {
      sees('menu')
      answers(parseMenu, { status: 200, body: { scanId: crypto.randomUUID(), beers: [], title: null } })
    },
  ],
  ['a failure', 'Processing failed', () => refuses(identifyBeer, 'scan_failed', 'too dark')],
  ['no image', 'No image to process', undefined],
] as const)(
  'returns to the camera two seconds after %s',
  spec('4.6.10', '4.6.12', '4.6.13', '9.3.12'),
  async (_, title, prepare) => {
    sees('single_beer')
    prepare?.()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    if (prepare) await upload()
    else openApp('/processing')
    await screen.findByRole('heading', { name: title })
    await vi.advanceTimersByTimeAsync(1_600)
    expect(location.pathname).toBe('/processing')
    await vi.advanceTimersByTimeAsync(500)
    expect(location.pathname).toBe('/')
  },
)
