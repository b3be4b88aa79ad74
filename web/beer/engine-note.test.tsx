import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type EngineInfo, getBeer, getEngine, getScan, similarBeers } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, refuses } from '#web/testing/network.ts'
import { TEXTS } from './engine-note.tsx'

const RESETS_AT = '2026-05-02T00:00:00.000Z'

function anEngine(rest: Partial<EngineInfo> = {}, left: number | null = 12): EngineInfo {
  return {
    kind: 'provider',
    provider: { name: 'OpenAI', model: 'gpt-5-mini', host: 'api.openai.com', isPrivate: false },
    hasFallback: true,
    budget: { userLeft: left, totalLeft: 400, resetsAt: RESETS_AT },
    ...rest,
  }
}

describe('what is left of the day', () => {
  it.each<[string, EngineInfo, string]>([
    ['some photos', anEngine(), 'OpenAI reads · 12 photos left today'],
    ['one photo', anEngine({}, 1), 'OpenAI reads · 1 photo left today'],
    ['none, and this server reads', anEngine({}, 0), TEXTS.noneLeft],
    ['none at all', anEngine({ hasFallback: false }, 0), 'No photos left today'],
  ])('is told before a photo is taken: %s', async (_what, engine, said) => {
    answers(getEngine, { status: 200, body: engine })
    openApp('/')
    expect(await screen.findByText((text) => text.startsWith(said))).toBeVisible()
  })

  it('is not spoken of where there is no limit', async () => {
    answers(getEngine, {
      status: 200,
      body: anEngine({ budget: { userLeft: null, totalLeft: null, resetsAt: RESETS_AT } }),
    })
    openApp('/')
    await screen.findByRole('link', { name: 'Scan history' })
    expect(screen.queryByText(/left today/)).toBeNull()
  })
})

describe.each(['/about', '/privacy'])('%s', (address) => {
  it('says that photos stay on this server when they do', async () => {
    openApp(address)
    expect(await screen.findByText(TEXTS.reader.embedded)).toBeVisible()
  })

  it('names who is sent them when somebody is', async () => {
    answers(getEngine, { status: 200, body: anEngine() })
    openApp(address)
    const said = await screen.findByText(/Photos are sent to OpenAI \(api\.openai\.com, model gpt-5-mini\)/)
    expect(said).toHaveTextContent(TEXTS.reader.fallback)
    expect(screen.queryByText(TEXTS.reader.embedded)).toBeNull()
  })

  it('says that a model of the house reads them', async () => {
    const provider = {
      name: 'an OpenAI-compatible server',
      model: 'qwen3-vl:8b',
      host: 'ollama:11434',
      isPrivate: true,
    }
    answers(getEngine, { status: 200, body: anEngine({ provider, hasFallback: false }) })
    openApp(address)
    expect(await screen.findByText(/read by the model qwen3-vl:8b at ollama:11434, in the network/)).toBeVisible()
  })

  it('claims nothing when that could not be asked', async () => {
    refuses(getEngine, 'internal', 'no')
    openApp(address)
    expect(await screen.findByText(TEXTS.reader.unknown)).toBeVisible()
  })
})

describe('who read a photo', () => {
  const estimates = { brewery: 'Reedbed', style: 'Porter', abv: 5.2, ibu: null, rating: 71 }
  const beer = aSightedBeer({ name: 'Moorhen', brewery: null, style: null, abv: null, listed: false, estimates })

  it('is told on a scan that this server read in place of the provider', async () => {
    const scan = aScan({ status: 'completed', beer, beerId: beer.id, fallback: 'quota_exceeded' })
    answers(getScan, { status: 200, body: scan })
    openApp(`/scan/${scan.id}`)
    expect(await screen.findByText(TEXTS.standIn(TEXTS.fallback.quota_exceeded))).toBeVisible()
  })

  it('is told for a reason that this app does not know yet, too', async () => {
    const scan = aScan({ status: 'completed', beer, beerId: beer.id, fallback: 'strike' })
    answers(getScan, { status: 200, body: scan })
    openApp(`/scan/${scan.id}`)
    expect(await screen.findByText(TEXTS.standInUnknown)).toBeVisible()
  })

  it('is told on a menu of the history, with what was guessed in its row and which rating is an estimate', async () => {
    const rated = aSightedBeer({ name: 'Orval', rating: 94, ratingOrigin: 'community', ratingCount: 9 })
    const scan = { ...aMenuScan([{ ...beer, rating: 71, ratingOrigin: 'ai' }, rated]), fallback: 'timed_out' }
    answers(getScan, { status: 200, body: scan })
    openApp(`/menu/${scan.id}`)
    expect(await screen.findByText(TEXTS.standIn(TEXTS.fallback.timed_out))).toBeVisible()
    const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li')
    expect(rowOf('Moorhen')).toHaveTextContent(`${TEXTS.guesses}: Reedbed · Porter · about 5.2 % ABV`)
    expect(rowOf('Moorhen')).toHaveTextContent(/71\/100.*estimated/)
    expect(rowOf('Orval')).toHaveTextContent('94/100')
    expect(rowOf('Orval')).not.toHaveTextContent(/estimated/)
  })

  it('is told on the results of a fridge, too', async () => {
    const scan = { ...aScan({ scanType: 'multiple_beers', beers: [beer] }), fallback: 'unavailable' }
    answers(getScan, { status: 200, body: scan })
    const readAt = new Date().toISOString()
    handoff.leaveMenu({ scanId: scan.id, beers: [beer], context: 'fridge', title: null, readAt })
    const { user } = openApp('/')
    await user.click(await screen.findByRole('button', { name: /^Beer Menu/ }))
    const results = within(await screen.findByRole('dialog', { name: 'Fridge Scan Results' }))
    expect(await results.findByText(TEXTS.standIn(TEXTS.fallback.unavailable))).toBeVisible()
    expect(results.getByText(/Reedbed · Porter/)).toBeVisible()
  })

  it('comes with what was guessed, as guessed, on the result', async () => {
    const scan = aScan({ status: 'completed', beer, beerId: beer.id })
    answers(getEngine, { status: 200, body: anEngine() })
    answers(getScan, { status: 200, body: scan })
    answers(getBeer, {
      status: 200,
      body: { ...aBeer({ ...beer }), ownRating: null, evidence: { votes: 0, imported: [] } },
    })
    answers(similarBeers, { status: 200, body: [] })
    handoff.leaveBeer({ beer, scanId: scan.id, confidence: 90, alternatives: [], readText: [] })
    openApp(`/results?beer=${beer.id}`)
    const note = await screen.findByText(`${TEXTS.guesses}:`)
    expect(within(note.parentElement ?? note).getByText(/Reedbed · Porter · about 5.2 % ABV/)).toBeVisible()
  })
})
