import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { getBeer, keepBeerPicture, listPictures, removeBeerPicture, similarBeers } from '#contracts'
import { newId } from '#web/device/new-id.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

const beer = aBeer({ name: 'Orval' })
let pictures: { id: string; beerId: number; name: string }[] = []
let isKept = true

beforeEach(() => {
  pictures = []
  isKept = true
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  answers(listPictures, () => ({ status: 200 as const, body: { isKept, pictures, count: 0, bytes: 0 } }))
  answers(keepBeerPicture, () => {
    pictures = [{ id: newId(), beerId: beer.id, name: beer.name }]
    return { status: 200 as const, body: { id: pictures[0]?.id ?? '' } }
  })
  answers(removeBeerPicture, () => {
    pictures = []
    return { status: 204 as const, body: null }
  })
})

const open = () => openApp(`/results?beer=${beer.id}`)

it('takes another photo for the picture of the beer, and removes it again', async () => {
  const sent = requestsTo(keepBeerPicture)
  const { user } = open()
  await user.upload(await screen.findByLabelText('Add your own photo', { selector: 'input' }), aPhoto())
  expect(await screen.findByRole('img', { name: 'Your picture of Orval' })).toBeVisible()
  expect((await sent[0]?.clone().formData())?.has('scanId')).toBe(false)
  expect(screen.getByRole('button', { name: 'Use another photo' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Your picture of Orval' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add your own photo' })).toHaveFocus())
})

it('says why a photo is not kept', async () => {
  refuses(keepBeerPicture, 'pictures_full', 'Your pictures are full: 1,000 pictures or 40 MB. Remove some first.')
  const { user } = open()
  await user.upload(await screen.findByLabelText('Add your own photo', { selector: 'input' }), aPhoto())
  expect(await screen.findByText(/Your pictures are full/)).toBeVisible()
})

it('offers no photo to users who keep none, and removes what they kept before', async () => {
  isKept = false
  pictures = [{ id: newId(), beerId: beer.id, name: beer.name }]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove picture' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your picture of this beer' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Add your own photo' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Orval' })).toHaveFocus()
})

it('takes one photo at a time, also while that is being prepared', async () => {
  let decode: (picture: object) => void = () => undefined
  vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => (decode = resolve)))
  const { user } = open()
  await user.upload(await screen.findByLabelText('Add your own photo', { selector: 'input' }), aPhoto())
  expect(screen.getByRole('button', { name: 'Add your own photo' })).toHaveAttribute('aria-disabled', 'true')
  await waitFor(() => {
    decode({ width: 4, height: 3, close: () => undefined })
    expect(screen.getByRole('img', { name: 'Your picture of Orval' })).toBeVisible()
  })
  expect(screen.getByRole('button', { name: 'Use another photo' })).not.toHaveAttribute('aria-disabled')
})
