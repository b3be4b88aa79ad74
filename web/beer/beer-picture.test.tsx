import { fireEvent, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { BeerShot, BeerTile } from './beer-picture.tsx'

const beer = { name: 'Proper Job', brewery: 'St Austell Brewery', style: 'IPA' }

it('draws a placeholder where there is no picture', spec('3.1.9'), () => {
  for (const Picture of [BeerTile, BeerShot]) {
    const { container, unmount } = render(<Picture beer={{ ...beer, imageUrl: null }} />)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).toHaveTextContent('SAB')
    unmount()
  }
})

it('draws a placeholder when the picture cannot be loaded', spec('3.1.10'), () => {
  for (const Picture of [BeerTile, BeerShot]) {
    const { container, unmount } = render(<Picture beer={{ ...beer, imageUrl: '/images/1.jpg' }} />)
    const image = container.querySelector('img')
    if (!image) throw new Error('there is no picture to fail')
    expect(container.querySelector('svg')).toBeNull()
    fireEvent.error(image)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).toHaveTextContent('SAB')
    unmount()
  }
})
