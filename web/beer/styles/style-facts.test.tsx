import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { loadLanguage } from '#web/language/language.ts'
import { styleDescription, useStyleFacts } from './style-facts.ts'

afterEach(async () => {
  vi.doUnmock('virtual:messages/fr/styles')
  vi.useRealTimers()
  await loadLanguage('en')
})

function Description() {
  useStyleFacts()
  const { text, lang } = styleDescription('Oud Bruin', 'Dark fruit.')
  return <p lang={lang}>{text}</p>
}

it('is in English where the texts of the language do not arrive', async () => {
  vi.doMock('virtual:messages/fr/styles', () => new Promise(() => undefined))
  await loadLanguage('fr')
  vi.useFakeTimers()
  await act(async () => {
    render(
      <Suspense fallback="loading">
        <Description />
      </Suspense>,
    )
  })
  expect(screen.getByText('loading')).toBeVisible()
  await act(async () => {
    await vi.advanceTimersByTimeAsync(2_000)
  })
  expect(screen.getByText('dark fruit.')).toHaveAttribute('lang', 'en')
})
