import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteScan, detectContext, getScan, identifyBeer } from '#contracts'
import { handoff, type MenuBeers } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { openApp } from '#web/testing/app.tsx'
import { aScan, aSightedBeer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, hangs, requestsTo } from '#web/testing/network.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { useCapture } from './use-capture.ts'

describe('a photo whose screen is left before it is sent', () => {
  const photo = new Blob(['photo'], { type: 'image/jpeg' })
  let close: () => void = () => undefined
  afterEach(() => close())

  function openScreen() {
    window.history.replaceState({ entry: 0 }, '', '/')
    answers(identifyBeer, { status: 202, body: { scanId: crypto.randomUUID() } })
    answers(getScan, { status: 200, body: aScan({ status: 'completed' }) })
    close = outbox.open(1)
    return renderHook(() => useCapture({ onFridge: () => undefined }), { wrapper: ToastProvider })
  }

  it.each(['single', 'fridge'] as const)('while it is taken, is sent in the background (%s)', async (mode) => {
    const sent = requestsTo(identifyBeer)
    const { result, unmount } = openScreen()
    let deliverPhoto: (photo: Blob) => void = () => undefined
    const taken = new Promise<Blob>((resolve) => {
      deliverPhoto = resolve
    })
    act(() => void result.current.capture(mode, () => taken))
    unmount()
    deliverPhoto(photo)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.headers.get('Prefer')).toBe('respond-async')
    await waitFor(() => expect(outbox.all()).toEqual([]))
    expect(location.pathname).toBe('/')
  })

  it('while the next screen opens, is sent in the background', async () => {
    const sent = requestsTo(identifyBeer)
    const { result, unmount } = openScreen()
    // The last thing before the screen waits to open the next one.
    vi.spyOn(handoff, 'setPreviousPage').mockImplementationOnce(unmount)
    act(() => void result.current.capture('single', async () => photo))
    await waitFor(() => expect(sent).toHaveLength(1))
    await waitFor(() => expect(outbox.all()).toEqual([]))
    expect(location.pathname).toBe('/')
  })
})

it('reports the result of a photo whose screen is left while it is identified', async () => {
  installCamera()
  hangs(detectContext)
  const uploads = requestsTo(identifyBeer)
  let end: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  answers(identifyBeer, async () => {
    await held
    return { status: 200 as const, body: { scanId: crypto.randomUUID(), beers: [aSightedBeer()], totalDetected: 1 } }
  })
  const { user } = openApp('/')
  const open: MenuBeers = { scanId: 'open', beers: [], context: 'menu', title: null, readAt: new Date().toISOString() }
  handoff.leaveMenu(open)
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(await screen.findByRole('button', { name: 'Capture Fridge' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByRole('heading', { name: 'Favorites' })
  expect(handoff.get().capturedImage).toBeNull()
  end()
  expect(await screen.findByText(/^1 beer found/)).toBeVisible()
  expect(handoff.get().menu).toBe(open)
})

it('deletes a photo that is sent in the background for good, and reports no failure', async () => {
  installCamera()
  hangs(detectContext)
  const deleted = requestsTo(deleteScan)
  answers(deleteScan, { status: 204, body: null })
  const uploads = requestsTo(identifyBeer)
  answers(identifyBeer, async () => {
    await waitFor(() => expect(deleted).toHaveLength(1))
    throw HttpResponse.json({ code: 'scan_cancelled', message: 'This scan was cancelled.' }, { status: 409 })
  })
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(await screen.findByRole('button', { name: 'Capture Fridge' }))
  await user.click(await screen.findByRole('button', { name: 'Next photo' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Scan history, 1 waiting' }))
  await user.click(await screen.findByRole('button', { name: /^Delete this photo/ }))
  // Ends the undo period.
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() => expect(deleted).toHaveLength(1))
  await waitFor(() => expect(outbox.all()).toEqual([]))
  expect(uploads[0]?.signal.aborted).toBe(true)
  expect(screen.queryByText("Couldn't read a photo")).toBeNull()
})
