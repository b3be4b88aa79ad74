import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeCaches } from '#web/testing/fake-caches.ts'
import { isFromThisDevice, removeSharedPhotos, storeSharedPhotos, takeSharedPhotos } from './shared-photos.ts'

beforeEach(() => {
  vi.stubGlobal('caches', fakeCaches())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function aShare(name: string): FormData {
  const form = new FormData()
  form.append('photos', new File(['jpeg'], name, { type: 'image/jpeg' }))
  return form
}
const namesFor = async (user: number) => (await takeSharedPhotos(user)).map(({ name }) => name)
const signIn = (user: number) => caches.open(`copies-of-user-${user}`)

it('hands a shared photo to the user who was signed in, once', async () => {
  await signIn(7)
  await storeSharedPhotos(aShare('pint & half.jpg'))
  expect(await namesFor(7)).toEqual(['pint & half.jpg'])
  expect(await namesFor(7)).toEqual([])
})

it.each(['-thumbs', '-pictures'])('finds the user among the caches, also behind the one with %s', async (suffix) => {
  await caches.open(`copies-of-user-7${suffix}`)
  await signIn(7)
  await storeSharedPhotos(aShare('pint.jpg'))
  expect(await namesFor(7)).toEqual(['pint.jpg'])
})

it('hands it to nobody else', async () => {
  await signIn(7)
  await storeSharedPhotos(aShare('pint.jpg'))
  expect(await namesFor(8)).toEqual([])
  expect(await namesFor(7)).toEqual([])
})

it('keeps a photo that was shared before the sign-in for an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await storeSharedPhotos(aShare('pint.jpg'))
  expect(await namesFor(7)).toEqual(['pint.jpg'])
  await storeSharedPhotos(aShare('old.jpg'))
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect(await namesFor(7)).toEqual([])
})

it('forgets photos that are removed', async () => {
  await storeSharedPhotos(aShare('pint.jpg'))
  await removeSharedPhotos()
  expect(await namesFor(7)).toEqual([])
})

it.each([
  ['', 'document', true],
  [`${location.origin}/`, 'document', true],
  ['https://evil.example/', 'document', false],
  ['', 'iframe', false],
] as const)('takes a form with the referrer %j for a %s: %s', (referrer, destination, isTaken) => {
  expect(isFromThisDevice({ referrer, destination })).toBe(isTaken)
})
