import { expect, it, vi } from 'vitest'
import { aTriedEntry } from '#web/testing/builders.ts'

const entry = aTriedEntry({ pictureId: '5f0c6d1e-7d0a-4c5b-9a77-1f0f7e6f0001' })

/** The module as a page has it after it has loaded. */
async function load() {
  vi.resetModules()
  return await import('./entry-draft.ts')
}

async function typed(photo?: Blob) {
  const { keepDraft, savedOf } = await load()
  keepDraft(7, entry, { ...savedOf(entry), note: 'Cellar cool', ...(photo && { photo }) })
}

it('has what was typed after a reload, for the same user alone', async () => {
  await typed()
  const { draftOf, savedOf } = await load()
  expect(draftOf(7, entry)).toEqual({ ...savedOf(entry), note: 'Cellar cool' })
  expect(draftOf(8, entry)).toBeUndefined()
})

it('has the saved photo after a reload in place of a new one', async () => {
  await typed(new Blob(['photo']))
  const { draftOf } = await load()
  expect(draftOf(7, entry)).toMatchObject({ note: 'Cellar cool', photo: entry.pictureId })
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
