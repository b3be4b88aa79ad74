import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { camera } from '#web/device/camera.ts'
import { SCREENS } from './screens.ts'
import { usePreloads } from './use-preloads.ts'

const spies = () => ({
  processing: vi.spyOn(SCREENS['/processing'], 'preload').mockResolvedValue(),
  search: vi.spyOn(SCREENS['/search'], 'preload').mockResolvedValue(),
})

it('loads what follows a photo as soon as the camera is live', () => {
  const { processing, search } = spies()
  const { rerender } = renderHook(usePreloads)
  expect(processing).not.toHaveBeenCalled()
  vi.spyOn(camera, 'state').mockReturnValue('live')
  rerender()
  expect(processing).toHaveBeenCalledOnce()
  expect(search).not.toHaveBeenCalled()
})

it('loads the tabs when the device is idle, unless it saves data', async () => {
  vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task, 0))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  const { search } = spies()
  renderHook(usePreloads).unmount()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(search).not.toHaveBeenCalled()
  Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true })
  renderHook(usePreloads)
  await waitFor(() => expect(search).toHaveBeenCalled())
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
})
