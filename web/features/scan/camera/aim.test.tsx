import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { detectContext } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aSightedBeer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { hangs } from '#web/testing/network.ts'

async function live() {
  hangs(detectContext)
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  return user
}

it('announces that it is too dark', async () => {
  installCamera({ brightness: 10 })
  await live()
  const hint = await screen.findByText('Too dark. Find some light or use the torch.')
  expect(hint.closest('[role=status]')).toBeInTheDocument()
})

it('offers lens, zoom and focus if the camera supports them', async () => {
  const fake = installCamera({
    lenses: ['wide', 'macro'],
    capabilities: { zoom: { min: 1, max: 4, step: 0.5 }, focusMode: ['single-shot'] },
  })
  const user = await live()
  expect(await screen.findByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '1.0×')
  await user.click(screen.getByRole('button', { name: 'Focus' }))
  expect(fake.applied()).toMatchObject([{ focusMode: 'single-shot' }])
  await user.click(screen.getByRole('button', { name: 'Switch lens' }))
  await screen.findByText('CAM ACTIVE')
  expect(fake.requests()).toBe(2)
  expect(fake.running()).toBe(1)
})

it('offers the torch, also by keyboard, and beside the last menu', async () => {
  const fake = installCamera({ capabilities: { torch: true } })
  handoff.leaveMenu({
    scanId: crypto.randomUUID(),
    context: 'menu',
    title: null,
    readAt: new Date().toISOString(),
    beers: [aSightedBeer()],
  })
  const user = await live()
  expect(screen.getByRole('button', { name: 'Beer Menu, 1 beer' })).toBeVisible()
  const torch = await screen.findByRole('button', { name: 'Torch', pressed: false })
  torch.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Torch', pressed: true })).toHaveFocus())
  await user.click(torch)
  expect(await screen.findByRole('button', { name: 'Torch', pressed: false })).toBeVisible()
  expect(fake.applied()).toEqual([{ torch: true }, { torch: false }])
})

it('offers none of them otherwise', async () => {
  installCamera()
  await live()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByRole('button', { name: /Switch lens|Focus|Torch/ })).toBeNull()
})
