import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { persisted } from './storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const aSetting = () => persisted('test', z.number(), 0)
const storedText = () => localStorage.getItem('beergoggles.test')

/** A storage that takes no more, with what it already has. */
function fillStorage(): void {
  const { getItem } = localStorage
  vi.stubGlobal('localStorage', {
    getItem: getItem.bind(localStorage),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
}

it('keeps a change in memory that a full storage refuses, and not the older value that it has', () => {
  const setting = aSetting()
  setting.set(1)
  fillStorage()
  setting.set(2)
  expect(aSetting().get()).toBe(2)
  vi.unstubAllGlobals()
  expect(storedText()).toBe('1')
  setting.set(3)
  localStorage.setItem('beergoggles.test', '4')
  expect(setting.get()).toBe(4)
})

it('works without a storage', () => {
  vi.stubGlobal('localStorage', undefined)
  const setting = persisted('none', z.number(), 0)
  expect(setting.get()).toBe(0)
  setting.set(1)
  expect(setting.get()).toBe(1)
  vi.unstubAllGlobals()
  setting.set(2)
})
