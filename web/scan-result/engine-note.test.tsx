import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type EngineInfo, getBeer, getEngine, getScan, similarBeers } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, refuses } from '#web/testing/network.ts'
import { EngineNote } from './engine-note.tsx'
import { t } from './texts.ts'

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

describe('the remaining scans', () => {
  it.each<[string, EngineInfo, string]>([
    ['some photos', anEngine(), 'OpenAI · 12 scans left today'],
    ['one photo', anEngine({}, 1), 'OpenAI · 1 scan left today'],
    ['none, and this server reads', anEngine({}, 0), t('engineNote.noneLeft')],
    ['none at all', anEngine({ hasFallback: false }, 0), 'No scans left today'],
  ])('are shown before a capture: %s', async (_what, engine, expected) => {
    answers(getEngine, { status: 200, body: engine })
    openApp('/')
    expect(await screen.findByText((text) => text.startsWith(expected))).toBeVisible()
  })

  it('are not shown without a limit', async () => {
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
    expect(await screen.findByText(t('engineNote.recipient.embedded'))).toBeVisible()
  })

  it('names the provider that receives them', async () => {
    answers(getEngine, { status: 200, body: anEngine() })
    openApp(address)
    const note = await screen.findByText(/photos are sent to OpenAI \(api\.openai\.com, model gpt-5-mini\)/)
    expect(note).toHaveTextContent(t('engineNote.recipient.fallback'))
    expect(screen.queryByText(t('engineNote.recipient.embedded'))).toBeNull()
  })

  it('names the model of a private installation', async () => {
    const provider = {
      name: 'an OpenAI-compatible server',
      model: 'qwen3-vl:8b',
      host: 'ollama:11434',
      isPrivate: true,
    }
    answers(getEngine, { status: 200, body: anEngine({ provider, hasFallback: false }) })
    openApp(address)
    expect(await screen.findByText(/go to the model qwen3-vl:8b at ollama:11434/)).toBeVisible()
  })

  it('claims nothing when the engine is unknown', async () => {
    refuses(getEngine, 'internal', 'no')
    openApp(address)
    expect(await screen.findByText(t('engineNote.recipient.unknown'))).toBeVisible()
  })
})

describe('the engine note', () => {
  const estimates = { brewery: 'Reedbed', style: 'Porter', abv: 5.2, ibu: null, rating: 71 }
  const beer = aSightedBeer({ name: 'Moorhen', brewery: null, style: null, abv: null, listed: false, estimates })

  it('reports a fallback on a scan', async () => {
    const scan = aScan({ status: 'completed', beer, beerId: beer.id, fallback: 'quota_exceeded' })
    answers(getScan, { status: 200, body: scan })
    openApp(`/scan/${scan.id}`)
    expect(
      await screen.findByText(t('engineNote.fellBack', { reason: t('engineNote.fallback.quota_exceeded') })),
    ).toBeVisible()
  })

  it('reports a fallback for an unknown reason', async () => {
    const scan = aScan({ status: 'completed', beer, beerId: beer.id, fallback: 'strike' })
    answers(getScan, { status: 200, body: scan })
    openApp(`/scan/${scan.id}`)
    expect(await screen.findByText(t('engineNote.fellBackUnknown'))).toBeVisible()
  })

  it('reports a fallback on a stored menu, and marks estimated fields and ratings in the rows', async () => {
    const rated = aSightedBeer({ name: 'Orval', rating: 94, ratingOrigin: 'community', ratingCount: 9 })
    const scan = { ...aMenuScan([{ ...beer, rating: 71, ratingOrigin: 'ai' }, rated]), fallback: 'timed_out' }
    answers(getScan, { status: 200, body: scan })
    openApp(`/menu/${scan.id}`)
    expect(
      await screen.findByText(t('engineNote.fellBack', { reason: t('engineNote.fallback.timed_out') })),
    ).toBeVisible()
    const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li')
    expect(rowOf('Moorhen')).toHaveTextContent(`${t('engineNote.estimates')}: Reedbed · Porter · about 5.2% ABV`)
    expect(rowOf('Moorhen')).toHaveTextContent(/71\/100.*estimated/)
    expect(rowOf('Orval')).toHaveTextContent('94/100')
    expect(rowOf('Orval')).not.toHaveTextContent(/estimated/)
  })

  it('reports a fallback on fridge results', async () => {
    const scan = { ...aScan({ scanType: 'multiple_beers', beers: [beer] }), fallback: 'unavailable' }
    answers(getScan, { status: 200, body: scan })
    const readAt = new Date().toISOString()
    handoff.leaveMenu({ scanId: scan.id, beers: [beer], context: 'fridge', title: null, readAt })
    const { user } = openApp('/')
    await user.click(await screen.findByRole('button', { name: 'Fridge Scan Results, 1 beer' }))
    const results = within(await screen.findByRole('dialog', { name: 'Fridge Scan Results' }))
    expect(
      await results.findByText(t('engineNote.fellBack', { reason: t('engineNote.fallback.unavailable') })),
    ).toBeVisible()
    expect(results.getByText(/Reedbed · Porter/)).toBeVisible()
  })

  it('marks estimated fields on the beer page', async () => {
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
    const note = await screen.findByText(`${t('engineNote.estimates')}:`)
    expect(within(note.parentElement ?? note).getByText(/Reedbed · Porter · about 5.2% ABV/)).toBeVisible()
  })
})

it('names an estimated style in the language of the page', async () => {
  await loadLanguage('de')
  try {
    const estimates = { brewery: null, style: 'Wheat Beer', abv: null, ibu: null, rating: null }
    render(<EngineNote fallback={null} estimates={estimates} />)
    expect(screen.getByText(/Weizenbier/)).toBeVisible()
  } finally {
    await loadLanguage('en')
  }
})
