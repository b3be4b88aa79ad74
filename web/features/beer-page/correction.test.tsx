import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Beer,
  type Correction,
  getBeer,
  getCorrection,
  listStyles,
  similarBeers,
  suggestCorrection,
  withdrawCorrection,
} from '#contracts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers, answersLater, refuses, requestsTo } from '#web/testing/network.ts'

const NOTHING: Correction = {
  name: null,
  brewery: null,
  style: null,
  abv: null,
  ibu: null,
  isRetired: false,
  note: null,
}

async function openForm(given: Partial<Beer> = {}, earlier: Correction | null = null) {
  const beer = aBeer({ name: 'Orval', abv: 6.2, ibu: null, ...given })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  answers(getCorrection, { status: 200, body: { correction: earlier } })
  answers(suggestCorrection, { status: 204, body: null })
  answers(withdrawCorrection, { status: 204, body: null })
  answers(listStyles, { status: 200, body: ['Imperial Stout', 'Saison', 'Tripel'] })
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Suggest a correction' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Suggest a correction' }))
  await sheet.findByLabelText('Name')
  return { user, sheet }
}

it('sends only what the user changed', async () => {
  const sent = requestsTo(suggestCorrection)
  const { user, sheet } = await openForm()
  const send = sheet.getByRole('button', { name: 'Send' })
  expect(send).toBeDisabled()
  await user.clear(sheet.getByLabelText('ABV (%)'))
  await user.type(sheet.getByLabelText('ABV (%)'), '6.5')
  await user.type(sheet.getByLabelText('IBU'), '36')
  await user.click(sheet.getByRole('switch', { name: 'No longer brewed' }))
  await user.type(sheet.getByLabelText('Anything else?'), ' New label. ')
  await user.click(send)
  expect(await screen.findByText('Thanks, we noted your correction.')).toBeVisible()
  expect(await sent[0]?.clone().json()).toEqual({
    ...NOTHING,
    abv: 6.5,
    ibu: 36,
    isRetired: true,
    note: 'New label.',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('lets the style be chosen or typed, and takes only one of the styles', async () => {
  const sent = requestsTo(suggestCorrection)
  const { user, sheet } = await openForm({ style: 'Saison' })
  const style = sheet.getByRole('combobox', { name: 'Style' })
  const choices = () => [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))
  await waitFor(() => expect(choices()).toEqual(['Imperial Stout', 'Saison', 'Tripel']))
  await user.clear(style)
  await user.type(style, 'stoutish')
  expect(sheet.getByText('Choose one of the styles in the list.')).toBeVisible()
  expect(style).toBeInvalid()
  expect(sheet.getByRole('button', { name: 'Send' })).toBeDisabled()
  await user.clear(style)
  await user.type(style, 'imperial stout')
  expect(style).toBeValid()
  await user.click(sheet.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await sent[0]?.clone().json()).toEqual({ ...NOTHING, style: 'Imperial Stout' })
})

it('shows the earlier suggestion, and withdraws it', async () => {
  const withdrawn = requestsTo(withdrawCorrection)
  const { user, sheet } = await openForm({}, { ...NOTHING, name: 'Orval Trappist', note: 'See the label.' })
  expect(sheet.getByLabelText('Name')).toHaveValue('Orval Trappist')
  expect(sheet.getByLabelText('Anything else?')).toHaveValue('See the label.')
  await user.click(sheet.getByRole('button', { name: 'Withdraw my suggestion' }))
  expect(await screen.findByText('Suggestion withdrawn')).toBeVisible()
  expect(withdrawn).toHaveLength(1)
})

it('says why a suggestion failed, and keeps the form', async () => {
  const { user, sheet } = await openForm()
  refuses(suggestCorrection, 'too_many_requests', 'Please wait a moment.')
  await user.type(sheet.getByLabelText('IBU'), '36')
  await user.click(sheet.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText("Couldn't send your correction. Please wait a moment.")).toBeVisible()
  expect(sheet.getByLabelText('IBU')).toHaveValue(36)
})

it('leaves a form open that was opened again while the first one was being sent', async () => {
  const { user, sheet } = await openForm()
  const finish = answersLater(suggestCorrection, { status: 204, body: null })
  await user.type(sheet.getByLabelText('IBU'), '36')
  await user.click(sheet.getByRole('button', { name: 'Send' }))
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Suggest a correction' }))
  await user.type(await screen.findByLabelText('Anything else?'), 'New label.')
  finish()
  expect(await screen.findByText('Thanks, we noted your correction.')).toBeVisible()
  expect(screen.getByLabelText('Anything else?')).toHaveValue('New label.')
})

it('is not offered for a beer that is not in the catalogue', async () => {
  const beer = aBeer({ listed: false, name: 'Kellergold' })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  openApp(`/results?beer=${beer.id}`)
  expect(await screen.findByRole('heading', { name: 'Kellergold', level: 1 })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Suggest a correction' })).toBeNull()
})

describe('in German', () => {
  beforeEach(async () => {
    await loadLanguage('de')
    return () => loadLanguage('en')
  })

  async function openGerman(style: string) {
    const beer = aBeer({ name: 'Orval', style })
    answers(getBeer, { status: 200, body: beer })
    answers(similarBeers, { status: 200, body: [] })
    answers(getCorrection, { status: 200, body: { correction: null } })
    answers(suggestCorrection, { status: 204, body: null })
    answers(listStyles, { status: 200, body: ['Saison', 'Tripel', 'Wheat Beer'] })
    const { user } = openApp(`/results?beer=${beer.id}`)
    await user.click(await screen.findByRole('button', { name: 'Korrektur vorschlagen' }))
    const field = await screen.findByRole('combobox')
    await waitFor(() => expect(document.querySelectorAll('datalist option')).toHaveLength(3))
    return { user, field, send: screen.getByRole('button', { name: 'Senden' }) }
  }

  it('shows the styles by their German names, and sends nothing of one that is left as it is', async () => {
    const { field, send } = await openGerman('Wheat Beer')
    expect(field).toHaveValue('Weizenbier')
    expect(send).toBeDisabled()
    const choices = [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))
    expect(choices).toContain('Weizenbier')
  })

  it.each(['weizenbier', 'wheat beer'])('takes %s for the style', async (typed) => {
    const sent = requestsTo(suggestCorrection)
    const { user, field, send } = await openGerman('Saison')
    await user.clear(field)
    await user.type(field, typed)
    expect(field).toBeValid()
    await user.click(send)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(await sent[0]?.clone().json()).toEqual({ ...NOTHING, style: 'Wheat Beer' })
  })
})
