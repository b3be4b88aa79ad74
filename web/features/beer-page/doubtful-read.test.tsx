import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { correctScan, deleteScan, getBeer, getBrewery, identifyBeer, listFavorites, similarBeers } from '#contracts'
import { spec } from '#testing/spec.ts'
import { type CurrentBeer, handoff } from '#web/handoff/handoff.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery, aFavorite, aScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { answers, answersLater, cutsOff, requestsTo } from '#web/testing/network.ts'

const beers = ['Rochefort 8', 'Rochefort 6', 'Rochefort 10', 'Rochefort Tripel'].map((name) => aBeer({ name }))
const [eight, six, ten, tripel] = beers
if (!eight || !six || !ten || !tripel) throw new Error('four beers')
const scan = aScan({ beer: aSightedBeer(eight) })
const doubtful: CurrentBeer = {
  beer: eight,
  scanId: scan.id,
  confidence: 59,
  position: { x: 40, y: 55 },
  fieldConfidence: { name: 47, brewery: 72, style: 52, abv: 0 },
  alternatives: [
    { beer: six, confidence: 31 },
    { beer: ten, confidence: 22 },
    { beer: tripel, confidence: 9 },
  ],
  readText: ['TRAPPIST', '1862', '8 %'],
}

beforeEach(() => {
  handoff.clear()
  answers(getBeer, ({ params }) => ({
    status: 200 as const,
    body: beers.find(({ id }) => id === Number(params.id)) ?? eight,
  }))
  answers(similarBeers, { status: 200, body: [] })
})

function openRead(read: Partial<CurrentBeer> = {}) {
  const left = { ...doubtful, ...read }
  handoff.leaveBeer(left)
  return openApp(`/results?beer=${left.beer.id}`)
}

const choices = async () => {
  const list = await screen.findByRole('group', { name: 'Closest matches' })
  return within(list)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('button').textContent)
}

it('shows the three best candidates of an uncertain match first', spec('10.3.9', '10.3.10'), async () => {
  openRead()
  expect(await screen.findByRole('heading', { name: 'Which one is it?', level: 1 })).toBeVisible()
  expect(await choices()).toEqual(['Rochefort 8', 'Rochefort 6', 'Rochefort 10'])
  expect(screen.queryByRole('button', { name: 'Save Beer' })).toBeNull()
})

it('asks which beer of the brewery it is when only the brewery is certain, and offers its range', async () => {
  const others = Array.from({ length: 7 }, (_, index) => aBeer({ name: `Rochefort No. ${index + 1}` }))
  const brewery = aBrewery({ id: eight.breweryId ?? 0, name: 'Brasserie Test' })
  answers(getBrewery, { status: 200, body: { brewery, beers: [...beers.slice(0, 4), ...others] } })
  const corrections = requestsTo(correctScan)
  answers(correctScan, { status: 200, body: { ...scan, beer: { ...aSightedBeer(tripel), confidence: null } } })
  const certain = { name: 20, brewery: 90, style: 0, abv: 0 }
  const { user } = openRead({ confidence: 24, fieldConfidence: certain })
  expect(await screen.findByRole('heading', { name: 'A Brasserie Test beer: which one?', level: 1 })).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'More from Brasserie Test' })).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Rochefort 8' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Rochefort No. 7' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'See More (3 more)' }))
  expect(screen.getByRole('button', { name: 'Rochefort No. 7' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Rochefort Tripel' }))
  expect(await screen.findByRole('heading', { name: 'Rochefort Tripel', level: 1 })).toBeVisible()
  expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: eight.id, beerId: tripel.id })
})

it('speaks of the brand, not of a brewery, when the label is of a store brand', async () => {
  const [one, other] = ['Trolley Pils', 'Trolley Export'].map((name) =>
    aBeer({ name, isStoreBrand: true, brewery: 'Trolley' }),
  )
  if (!one || !other) throw new Error('two beers')
  answers(getBrewery, { status: 200, body: { brewery: aBrewery({ isStoreBrand: true }), beers: [] } })
  const certain = { name: 20, brewery: 90, style: 0, abv: 0 }
  openRead({ beer: one, alternatives: [{ beer: other, confidence: 30 }], fieldConfidence: certain })
  expect(await screen.findByRole('heading', { name: 'A beer from Trolley: which one?', level: 1 })).toBeVisible()
  expect(screen.getByText("We're sure of the brand, but not which beer it is.")).toBeVisible()
})

it('does not ask when a list opens the beer', async () => {
  answers(listFavorites, { status: 200, body: [aFavorite({ beer: eight })] })
  handoff.leaveBeer(doubtful)
  const { user } = openApp('/favorites')
  await user.click(await screen.findByRole('link', { name: 'Rochefort 8' }))
  expect(await screen.findByRole('heading', { name: 'Rochefort 8', level: 1 })).toBeVisible()
  expect(screen.queryByText('59% match')).toBeNull()
})

it('asks about several breweries as before', async () => {
  const other = aBeer({ name: 'Chimay Rouge', breweryId: 8 })
  const certain = { name: 20, brewery: 90, style: 0, abv: 0 }
  openRead({ fieldConfidence: certain, alternatives: [{ beer: other, confidence: 30 }] })
  expect(await screen.findByRole('heading', { name: 'Which one is it?', level: 1 })).toBeVisible()
})

it('prints no percentage beside a candidate that is only a guess', async () => {
  openRead({ alternatives: [{ beer: six, confidence: 8 }] })
  expect(await choices()).toEqual(['Rochefort 8', 'Rochefort 6'])
  expect(screen.getByText('59% match')).toBeVisible()
  expect(screen.queryByText('8% match')).toBeNull()
})

it('shows the text read and the confidence of each field', async () => {
  openRead()
  expect(await screen.findByText('We read: TRAPPIST, 1862, 8 %')).toBeVisible()
  const evidence = within(screen.getByRole('region', { name: 'What we read on the label' }))
  expect(evidence.getByText('Brewery: 72% sure')).toBeVisible()
  expect(evidence.getByText('Name: 47% sure')).toBeVisible()
  expect(evidence.queryByText(/ABV/)).toBeNull()
})

it('shows a repeated line once', async () => {
  openRead({ readText: ['Orval', 'ORVAL', '6.2 %'] })
  expect(await screen.findByText('We read: ORVAL, 6.2 %')).toBeVisible()
})

it('shows the label on the photo', async () => {
  handoff.leaveImage({ id: scan.id, photo: aPhoto(), context: 'single_beer' })
  openRead({ box: { x: 25, y: 40, width: 50, height: 40 } })
  const label = await screen.findByRole('img', { name: 'Your photo of the label' })
  expect(label).toHaveStyle({ left: '-50%', top: '-100%', width: '200%', height: '250%' })
})

it('shows the photo around the position when the engine returns no box', async () => {
  handoff.leaveImage({ id: scan.id, photo: aPhoto(), context: 'single_beer' })
  openRead()
  expect(await screen.findByRole('img', { name: 'Your photo of the label' })).toBeVisible()
})

it('shows the whole photo when the position is unknown', async () => {
  handoff.leaveImage({ id: scan.id, photo: aPhoto(), context: 'single_beer' })
  openRead({ position: null })
  const whole = await screen.findByRole('img', { name: 'Your photo' })
  expect(whole).toHaveStyle({ width: '100%', height: '100%' })
})

it('shows no picture when the photo is gone', async () => {
  openRead()
  await choices()
  expect(screen.queryByRole('img', { name: /^Your photo/ })).toBeNull()
})

it('corrects the scan with the candidate that is chosen', async () => {
  const corrections = requestsTo(correctScan)
  const alternatives = [{ beer: eight, confidence: 52 }]
  answers(correctScan, {
    status: 200,
    body: { ...scan, beer: { ...aSightedBeer(six), confidence: null }, beerId: six.id, alternatives },
  })
  const { user } = openRead()
  await user.click(await screen.findByRole('button', { name: 'Rochefort 6' }))
  expect(await screen.findByRole('heading', { name: 'Rochefort 6', level: 1 })).toBeVisible()
  expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: eight.id, beerId: six.id })
  expect(location.search).toBe(`?beer=${six.id}`)
  await user.click(screen.getByRole('button', { name: 'Not this beer?' }))
  expect(await screen.findByRole('button', { name: 'Rochefort 8' })).toBeVisible()
})

it('shows the first candidate at once, and confirms the scan', async () => {
  const corrections = requestsTo(correctScan)
  answers(correctScan, { status: 200, body: { ...scan, beer: { ...aSightedBeer(eight), confidence: null } } })
  const { user } = openRead()
  await user.click(await screen.findByRole('button', { name: 'Rochefort 8' }))
  expect(await screen.findByRole('heading', { name: 'Rochefort 8', level: 1 })).toBeVisible()
  expect(screen.getByText('We read: TRAPPIST, 1862, 8 %')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Not this beer?' })).toBeVisible()
  expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: eight.id, beerId: eight.id })
  expect(screen.queryByText('Scan corrected')).toBeNull()
})

it('shows the first candidate offline too, and reports that the scan was not confirmed', async () => {
  cutsOff(correctScan)
  const { user } = openRead()
  await user.click(await screen.findByRole('button', { name: 'Rochefort 8' }))
  expect(await screen.findByRole('heading', { name: 'Rochefort 8', level: 1 })).toBeVisible()
  expect(await screen.findByText(/Couldn't correct the scan. No connection/)).toBeVisible()
})

it('offers other candidates, the search and a new beer for none of these', async () => {
  const corrections = requestsTo(correctScan)
  const own = aSightedBeer({ name: 'Trappist 1862', listed: false, brewery: null, breweryId: null, confidence: null })
  beers.push(own)
  answers(correctScan, { status: 200, body: { ...scan, beer: own, beerId: own.id } })
  const { user } = openRead()
  await user.click(await screen.findByRole('button', { name: 'None of these' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'None of these' }))
  expect(sheet.getByRole('button', { name: 'Rochefort Tripel' })).toBeVisible()
  expect(sheet.getByRole('searchbox', { name: 'Search all beers...' })).toBeVisible()
  const name = sheet.getByLabelText('Name on the label')
  expect(name).toHaveValue('TRAPPIST 1862 8 %')
  await user.clear(name)
  await user.type(name, 'Trappist 1862')
  await user.click(sheet.getByRole('button', { name: 'Save it as a new beer' }))
  expect(await screen.findByText('new to us')).toBeVisible()
  const unlisted = { name: 'Trappist 1862', brewery: null }
  expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: eight.id, unlisted })
})

it.each([
  ['Which one is it?', 59],
  ['Not this beer?', 93],
])('reads a part of the photo again: %s', async (question, confidence) => {
  handoff.leaveImage({ id: scan.id, photo: aPhoto(), context: 'single_beer' })
  const chimay = aBeer({ name: 'Chimay Bleue' })
  beers.push(chimay)
  let partId = ''
  answers(identifyBeer, async ({ request }) => {
    partId = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(await request.text())?.[0] ?? ''
    return { status: 200 as const, body: aSingleAnswer({ scanId: partId, beer: chimay, confidence: 88 }) }
  })
  const corrections = requestsTo(correctScan)
  const right = { ...aSightedBeer(chimay), confidence: null }
  answers(correctScan, { status: 200, body: { ...scan, beer: right, beerId: chimay.id } })
  const removed: unknown[] = []
  answers(deleteScan, ({ params }) => {
    removed.push(params.id)
    return { status: 204 as const, body: null }
  })
  const { user } = openRead({ confidence, box: { x: 25, y: 40, width: 50, height: 40 } })
  if (confidence > 60) await user.click(await screen.findByRole('button', { name: question }))
  await user.click(await screen.findByRole('button', { name: 'Read part of your photo again' }))
  expect(screen.getByRole('button', { name: 'Part to read' })).toHaveStyle({ left: '25%', top: '40%' })
  await user.click(screen.getByRole('button', { name: 'Read this part' }))
  const found = within(await screen.findByRole('list', { name: 'Read from this part' }))
  await user.click(found.getByRole('button', { name: 'Chimay Bleue' }))
  expect(await screen.findByRole('heading', { name: 'Chimay Bleue', level: 1 })).toBeVisible()
  expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: eight.id, beerId: chimay.id })
  await waitFor(() => expect(removed).toEqual([partId]))
})

it('takes a beer over from a part of the photo once, however often it is tapped', async () => {
  handoff.leaveImage({ id: scan.id, photo: aPhoto(), context: 'single_beer' })
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer: tripel, confidence: 88 }) })
  answers(deleteScan, { status: 204, body: null })
  const corrections = requestsTo(correctScan)
  const right = { ...aSightedBeer(tripel), confidence: null }
  const finish = answersLater(correctScan, { status: 200, body: { ...scan, beer: right, beerId: tripel.id } })
  const { user } = openRead({ box: { x: 25, y: 40, width: 50, height: 40 } })
  await user.click(await screen.findByRole('button', { name: 'Read part of your photo again' }))
  await user.click(screen.getByRole('button', { name: 'Read this part' }))
  const found = within(await screen.findByRole('list', { name: 'Read from this part' }))
  const button = found.getByRole('button', { name: 'Rochefort Tripel' })
  await user.click(button)
  await waitFor(() => expect(corrections).toHaveLength(1))
  await user.click(button)
  expect(button).toHaveFocus()
  finish()
  expect(await screen.findByRole('heading', { name: 'Rochefort Tripel', level: 1 })).toBeVisible()
  expect(corrections).toHaveLength(1)
})

it('limits the name of a new beer to 120 letters, and starts it with the text read', spec('10.3.11'), async () => {
  const { user } = openRead({ readText: ['x'.repeat(200)] })
  await user.click(await screen.findByRole('button', { name: 'None of these' }))
  const name = await screen.findByLabelText('Name on the label')
  expect(name).toHaveValue('x'.repeat(120))
  expect(name).toHaveAttribute('maxlength', '120')
})

it('shows a certain match at once', spec('10.3.9'), async () => {
  openRead({ confidence: 60 })
  expect(await screen.findByText('60% match')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Which one is it?' })).toBeNull()
})

describe('a beer that is not in the catalogue', () => {
  const asRead = aBeer({ name: 'Hofstettner', brewery: 'Brauerei Hofstetten', breweryId: null, listed: false })
  beers.push(asRead)
  const read: Partial<CurrentBeer> = { beer: asRead, outcome: 'new', confidence: 71, alternatives: [] }

  it('shows its name and brewery as read, and is saved under them at once', async () => {
    const corrections = requestsTo(correctScan)
    answers(correctScan, { status: 200, body: { ...scan, beer: { ...aSightedBeer(asRead), confidence: null } } })
    const { user } = openRead(read)
    expect(await screen.findByRole('heading', { name: "We don't know this one yet", level: 1 })).toBeVisible()
    expect(screen.getByLabelText('Name on the label')).toHaveValue('Hofstettner')
    expect(screen.getByLabelText('Brewery, if you know it')).toHaveValue('Brauerei Hofstetten')
    await user.click(screen.getByRole('button', { name: 'Save it as a new beer' }))
    expect(await screen.findByRole('heading', { name: 'Hofstettner', level: 1 })).toBeVisible()
    expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: asRead.id, beerId: asRead.id })
  })

  it('is saved under the name that the user gives it', async () => {
    const corrections = requestsTo(correctScan)
    const renamed = aSightedBeer({ ...asRead, id: asRead.id + 1_000, name: 'Hofstettner Granit', confidence: null })
    beers.push(renamed)
    answers(correctScan, { status: 200, body: { ...scan, beer: renamed, beerId: renamed.id } })
    const { user } = openRead(read)
    await user.type(await screen.findByLabelText('Name on the label'), ' Granit')
    await user.click(screen.getByRole('button', { name: 'Save it as a new beer' }))
    expect(await screen.findByRole('heading', { name: 'Hofstettner Granit', level: 1 })).toBeVisible()
    const unlisted = { name: 'Hofstettner Granit', brewery: 'Brauerei Hofstetten' }
    expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: asRead.id, unlisted })
  })

  it('may still be one of the closest matches, or found by search', async () => {
    answers(correctScan, { status: 200, body: { ...scan, beer: { ...aSightedBeer(six), confidence: null } } })
    const { user } = openRead({ ...read, alternatives: [{ beer: six, confidence: 31 }] })
    expect(await screen.findByRole('group', { name: 'Or is it one of these?' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Search for it instead' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Search for it instead' }))
    expect(sheet.getByRole('searchbox', { name: 'Search all beers...' })).toBeVisible()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Rochefort 6' }))
    expect(await screen.findByRole('heading', { name: 'Rochefort 6', level: 1 })).toBeVisible()
  })
})

it('asks about a beer that the server is not sure of, whatever its confidence', async () => {
  openRead({ outcome: 'ask', confidence: 82 })
  expect(await choices()).toEqual(['Rochefort 8', 'Rochefort 6', 'Rochefort 10'])
})

it('stays where the user has gone while the choice was being saved', async () => {
  const corrections = requestsTo(correctScan)
  const finish = answersLater(correctScan, { status: 200, body: { ...scan, beer: aSightedBeer(six) } })
  const { user } = openRead()
  await user.click(await screen.findByRole('button', { name: 'Rochefort 6' }))
  await waitFor(() => expect(corrections).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByText('No favorites yet')
  finish()
  expect(await screen.findByText(/Rochefort 6/)).toBeVisible()
  expect(location.pathname).toBe('/favorites')
})
