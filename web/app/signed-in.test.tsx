import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { removeJournalEntry } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aUser } from '#web/testing/builders.ts'
import { answers, requestsTo } from '#web/testing/network.ts'

it('sends at the start what an earlier page had left to remove, on a screen without lists too', async () => {
  vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  const deletions = requestsTo(removeJournalEntry)
  answers(removeJournalEntry, { status: 204, body: null })
  const anHourAgo = Date.now() - 3_600_000
  localStorage.setItem('beergoggles.removals-7', JSON.stringify([{ address: '/api/journal/12', dueAt: anHourAgo }]))
  openApp('/about', aUser({ id: 7 }))
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(deletions.map(({ url }) => new URL(url).pathname)).toEqual(['/api/journal/12']))
  await waitFor(() => expect(localStorage.getItem('beergoggles.removals-7')).toBe('[]'))
})
