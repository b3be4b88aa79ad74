import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { detectContext } from '#contracts'
import { spec } from '#testing/spec.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { hangs } from '#web/testing/network.ts'
import { expectEach, turns } from '#web/testing/rotation.ts'
import { t } from './texts.ts'

afterEach(() => vi.useRealTimers())

it('change every second, six of them', spec('2.12.2', '4.6.5', '9.3.6'), async () => {
  hangs(detectContext)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = openApp('/')
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  const messages = t('messages').split('\n')
  await screen.findByText(messages[0] ?? '')
  const { words, lasted } = await turns(messages, 8_000)
  expect(words.slice(0, 6)).toEqual(messages)
  expect(new Set(words).size).toBe(6)
  expectEach(1_000, lasted, 150)
})
