import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { getBeer, similarBeers } from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

function serve(similar = [aBeer()]): void {
  answers(getBeer, { status: 200, body: aBeer({ id: 3, name: 'Orval' }) })
  answers(similarBeers, { status: 200, body: similar })
}
afterEach(() => vi.unstubAllGlobals())

it('goes home when there is no previous page', spec('2.7.2'), async () => {
  serve()
  const { user } = openApp('/results?beer=3')
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(location.pathname).toBe('/')
})

it('shares title, text and the current address', spec('2.7.3'), async () => {
  serve()
  const shared = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'share', { value: shared, configurable: true })
  const { user } = openApp('/results?beer=3')
  await screen.findByRole('heading', { name: 'Orval', level: 1 })
  await user.click(screen.getByRole('button', { name: /^Share/ }))
  await waitFor(() => expect(shared).toHaveBeenCalled())
  expect(shared.mock.lastCall).toEqual([
    expect.objectContaining({
      title: expect.stringContaining('Orval'),
      text: expect.stringContaining('Orval'),
      url: expect.stringMatching(/\/results\?beer=3$/),
    }),
  ])
  Reflect.deleteProperty(navigator, 'share')
})

it("lists similar beers under 'Similar Beers'", spec('2.7.7'), async () => {
  serve([aBeer({ name: 'Rochefort' }), aBeer({ name: 'Westmalle' })])
  openApp('/results?beer=3')
  const section = (await screen.findByRole('heading', { name: 'Similar Beers' })).closest('section')
  await screen.findByRole('link', { name: 'Rochefort' })
  expect(Array.from(section?.querySelectorAll('h3') ?? [], (heading) => heading.textContent)).toEqual([
    'Rochefort',
    'Westmalle',
  ])
})

it('leads to the menu view when no beer is named and an image was captured', spec('2.7.9'), async () => {
  handoff.leaveImage({ id: crypto.randomUUID(), photo: aPhoto(), context: 'menu' })
  openApp('/results')
  await waitFor(() => expect(location.pathname).toBe('/menu-view'))
})
