import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { detectContext, getScan, identifyBeer } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aScan, aSightedBeer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, hangs, requestsTo } from '#web/testing/network.ts'

const toast = async (title: string) => within((await screen.findByText(title)).closest('li') ?? document.body)
/** Waits until the page takes photos: it listens a moment after it is shown, and allows drops from then on. */
async function ready(): Promise<HTMLElement> {
  const shutter = await screen.findByRole('button', { name: /^Capture/ })
  await waitFor(() => expect(fireEvent.dragOver(document.body)).toBe(false))
  return shutter
}

/** The files of a drop or paste event. */
const carrying = (...files: File[]) => ({
  files: Object.assign([...files], { item: (at: number) => files[at] ?? null }),
})

it.each([
  [
    'dropped anywhere on the page',
    (files: File[]) => fireEvent.drop(document.body, { dataTransfer: carrying(...files) }),
  ],
  ['pasted', (files: File[]) => fireEvent.paste(document.body, { clipboardData: carrying(...files) })],
])('several photos %s are sent, each as a scan of its own', async (_how, bring) => {
  const sent = requestsTo(identifyBeer)
  answers(identifyBeer, { status: 202, body: { scanId: crypto.randomUUID() } })
  answers(getScan, { status: 200, body: aScan({ status: 'completed' }) })
  openApp('/')
  await ready()
  bring([aPhoto('one.jpg'), aPhoto('two.jpg'), aPhoto('three.jpg')])
  await toast('3 photos waiting')
  await waitFor(() => expect(sent).toHaveLength(3))
  const bodies = await Promise.all(sent.map((request) => request.clone().text()))
  const ids = bodies.map((body) => /name="scanId"\r\n\r\n(\S+)/.exec(body)?.[1])
  expect(new Set(ids).size).toBe(3)
  expect(bodies.every((body) => body.includes('auto'))).toBe(true)
  await waitFor(() => expect(outbox.all()).toEqual([]))
})

it('names each unusable file and sends the others', async () => {
  answers(identifyBeer, { status: 202, body: { scanId: crypto.randomUUID() } })
  answers(getScan, { status: 200, body: aScan({ status: 'completed' }) })
  openApp('/')
  await ready()
  fireEvent.drop(document.body, { dataTransfer: carrying(aPhoto(), new File([], 'nothing.heic')) })
  const notice = await toast('1 photo waiting')
  expect(notice.getByText("Couldn't use nothing.heic: This file is empty.")).toBeVisible()
  await waitFor(() => expect(outbox.all()).toEqual([]))
})

it('says why a single photo is unusable', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
  const sent = requestsTo(detectContext)
  const { user } = openApp('/')
  await ready()
  await user.upload(
    screen.getByLabelText('Photo to upload'),
    new File(['\0\0\0\x18ftypheic'], 'IMG_1.HEIC', { type: 'image/heic' }),
  )
  const notice = await toast("Couldn't use that photo")
  expect(notice.getByText(/This browser can’t open HEIC photos/)).toBeVisible()
  expect(location.pathname).toBe('/')
  expect(sent).toHaveLength(0)
  expect(await ready()).toHaveAttribute('aria-disabled', 'false')
})

it('makes a scan of each of three shots in a row', async () => {
  installCamera()
  hangs(detectContext)
  hangs(identifyBeer)
  const asked = requestsTo(identifyBeer)
  const { user } = openApp('/')
  await user.click(await ready())
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  for (const waiting of [1, 2, 3]) {
    await user.click(await screen.findByRole('button', { name: 'Capture Fridge' }))
    await user.click(await screen.findByRole('button', { name: 'Next photo' }))
    expect(await screen.findByRole('link', { name: `Scan history, ${waiting} waiting` })).toBeVisible()
  }
  expect(new Set(outbox.all().map(({ id }) => id)).size).toBe(3)
  await waitFor(() => expect(asked).toHaveLength(3))
})

it('continues a fridge scan in the background when the next photo is taken', async () => {
  installCamera()
  hangs(detectContext)
  const asked = requestsTo(identifyBeer)
  hangs(identifyBeer)
  const { user } = openApp('/')
  await user.click(await ready())
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(await screen.findByRole('button', { name: 'Capture Fridge' }))
  await user.click(await screen.findByRole('button', { name: 'Next photo' }))
  expect(screen.getByRole('link', { name: 'Scan history, 1 waiting' })).toBeVisible()
  answers(identifyBeer, {
    status: 200,
    body: { scanId: crypto.randomUUID(), beers: [aSightedBeer()], totalDetected: 1 },
  })
  await user.click(await screen.findByRole('button', { name: 'Capture Fridge' }))
  expect(await screen.findByRole('dialog', { name: 'Fridge Scan Results' })).toBeVisible()
  expect(asked).toHaveLength(2)
})

it('reads a pasted photo while a fridge scan continues in the background', async () => {
  installCamera()
  hangs(detectContext)
  hangs(identifyBeer)
  const { user } = openApp('/')
  await user.click(await ready())
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(await screen.findByRole('button', { name: 'Capture Fridge' }))
  await screen.findByRole('button', { name: 'Next photo' })
  const fridge = handoff.get().capturedImage
  fireEvent.paste(document.body, { clipboardData: carrying(aPhoto()) })
  await waitFor(() => expect(location.pathname).toBe('/processing'))
  expect(await screen.findByText('Still reading')).toBeVisible()
  expect(handoff.get().capturedImage).toMatchObject({ context: 'auto' })
  expect(handoff.get().capturedImage?.id).not.toBe(fridge?.id)
})
