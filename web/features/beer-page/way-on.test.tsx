import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Beer, getBeer, similarBeers } from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

function serve(similar = [aBeer()], given: Partial<Beer> = {}): void {
  answers(getBeer, { status: 200, body: aBeer({ id: 3, name: 'Orval', ...given }) })
  answers(similarBeers, { status: 200, body: similar })
}
afterEach(() => vi.unstubAllGlobals())

it('goes home when there is no previous page', spec('2.7.2'), async () => {
  serve()
  const { user } = openApp('/results?beer=3')
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await expect.poll(() => location.pathname).toBe('/')
})

async function shareOrval() {
  const shared = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'share', { value: shared, configurable: true })
  const { user } = openApp('/results?beer=3')
  await screen.findByRole('heading', { name: 'Orval', level: 1 })
  await user.click(screen.getByRole('button', { name: /^Share/ }))
  await waitFor(() => expect(shared).toHaveBeenCalled())
  Reflect.deleteProperty(navigator, 'share')
  return shared.mock.lastCall
}

it('shares title, text and the current address', spec('2.7.3'), async () => {
  serve()
  expect(await shareOrval()).toEqual([
    expect.objectContaining({
      title: expect.stringContaining('Orval'),
      text: 'Check out Orval by Brasserie Test on BeerGoggles',
      url: expect.stringMatching(/\/results\?beer=3$/),
    }),
  ])
})

it('shares a beer from a store, not by it', async () => {
  serve([], { brewery: 'Trolley', isStoreBrand: true })
  expect(await shareOrval()).toEqual([expect.objectContaining({ text: 'Check out Orval from Trolley on BeerGoggles' })])
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
