import { expect, it, vi } from 'vitest'
import { aTriedEntry } from '#web/testing/builders.ts'

const entry = aTriedEntry({ pictureId: '5f0c6d1e-7d0a-4c5b-9a77-1f0f7e6f0001' })

/** The module as a page has it after it has loaded. */
async function load() {
  vi.resetModules()
  return await import('./entry-draft.ts')
}

async function typed(photo?: Blob) {
  const { keepDraft } = await load()
  keepDraft(7, entry, { note: 'Cellar cool', ...(photo && { photo }) })
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
}

it('has what was typed after a reload, for the same user alone', async () => {
  await typed()
  const { draftOf } = await load()
  expect(draftOf(7, entry)).toEqual({ note: 'Cellar cool' })
  expect(draftOf(8, entry)).toBeUndefined()
})

it('has a new photo after a reload', async () => {
  await typed(new Blob(['photo'], { type: 'image/jpeg' }))
  await vi.waitFor(() => expect(sessionStorage.getItem('beergoggles.entry-drafts')).toContain('newPhoto'))
  const { draftOf } = await load()
  const { note, photo } = draftOf(7, entry) ?? {}
  expect(note).toBe('Cellar cool')
  expect(photo).toBeInstanceOf(Blob)
  expect(await textOf(photo as Blob)).toBe('photo')
  expect((photo as Blob).type).toBe('image/jpeg')
  expect(draftOf(7, entry)?.photo).toBe(photo)
})

it('has what was typed, and the saved photo, after a reload if there is no room for the new one', async () => {
  const store = sessionStorage
  let refused = 0
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.getItem(key),
    setItem(key: string, value: string) {
      if (value.includes('newPhoto')) {
        refused += 1
        throw new DOMException('full', 'QuotaExceededError')
      }
      store.setItem(key, value)
    },
  })
  await typed(new Blob(['photo']))
  await vi.waitFor(() => expect(refused).toBe(1))
  const { draftOf } = await load()
  expect(draftOf(7, entry)).toEqual({ note: 'Cellar cool' })
  vi.unstubAllGlobals()
})

it('has a removed photo after a reload', async () => {
  const { keepDraft } = await load()
  keepDraft(7, entry, { photo: null })
  expect((await load()).draftOf(7, entry)).toEqual({ photo: null })
})

it('has only what differs from what is saved', async () => {
  const { changesOf, savedOf } = await load()
  const saved = savedOf({ ...entry, note: 'Fresh', position: { latitude: 52.52, longitude: 13.405 } })
  expect(changesOf(saved, saved)).toEqual({})
  expect(changesOf({ ...saved, note: '', position: null, photo: null }, saved)).toEqual({
    note: '',
    position: null,
    photo: null,
  })
})

it('has nothing after a save, or after a sign-out', async () => {
  await typed()
  const { dropDraft } = await load()
  dropDraft(7, entry)
  expect((await load()).draftOf(7, entry)).toBeUndefined()
  await typed()
  const { forgetDrafts } = await load()
  forgetDrafts()
  expect((await load()).draftOf(7, entry)).toBeUndefined()
})

it('has nothing of what another version stored', async () => {
  sessionStorage.setItem('beergoggles.entry-drafts', '{"userId":7,"drafts":[{"entryId":1,"note":3}]}')
  expect((await load()).draftOf(7, entry)).toBeUndefined()
})
