import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { listPictures, picturePath } from '#contracts'
import { spec } from '#testing/spec.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { newId } from '#web/device/new-id.ts'
import { aBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'
import { BeerShot, BeerTile } from './beer-picture.tsx'

const beer = aBeer({ name: 'Proper Job', brewery: 'St Austell Brewery', style: 'IPA', imageUrl: null })
const kept = { id: newId(), beerId: beer.id, name: beer.name }

const serve = (pictures: (typeof kept)[]) =>
  answers(listPictures, { status: 200, body: { isKept: true, pictures, count: pictures.length, bytes: 0 } })
beforeEach(() => serve([]))

function show(Picture: typeof BeerTile | typeof BeerShot, imageUrl: string | null) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <Picture beer={{ ...beer, imageUrl }} />
    </QueryClientProvider>,
  )
}

it('draws a placeholder where there is no picture', spec('3.1.9'), () => {
  for (const Picture of [BeerTile, BeerShot]) {
    const { container, unmount } = show(Picture, null)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).toHaveTextContent('SAB')
    unmount()
  }
})

it('draws a placeholder when the picture cannot be loaded', spec('3.1.10'), () => {
  for (const Picture of [BeerTile, BeerShot]) {
    const { container, unmount } = show(Picture, '/images/1.jpg')
    const image = container.querySelector('img')
    if (!image) throw new Error('there is no picture to fail')
    expect(container.querySelector('svg')).toBeNull()
    fireEvent.error(image)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).toHaveTextContent('SAB')
    unmount()
  }
})

it("shows the user's own picture first, and the other when it cannot be loaded", async () => {
  for (const Picture of [BeerTile, BeerShot]) {
    serve([kept])
    const { container, unmount } = show(Picture, '/images/1.jpg')
    const own = await screen.findByRole('img', { name: 'Your picture of Proper Job' })
    expect(own).toHaveAttribute('src', picturePath(kept.id))
    fireEvent.error(own)
    expect(container.querySelector('img')).toHaveAttribute('src', '/images/1.jpg')
    unmount()
  }
})
