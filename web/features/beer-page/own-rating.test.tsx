import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { addToJournal, type BeerDetails, getBeer, getUser, rateBeer, similarBeers, unrateBeer } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aTriedEntry } from '#web/testing/builders.ts'
import {
  answers,
  answersLater,
  cutsOff,
  goesOffline,
  hangs,
  refuses,
  requestsTo,
  untilBackOnline,
} from '#web/testing/network.ts'

const RATED_AT = '2026-03-01T20:00:00.000Z'

function details(given: Partial<BeerDetails> = {}): BeerDetails {
  return {
    ...aBeer({ id: 3, name: 'Orval', rating: 80, ratingOrigin: 'community', ratingCount: 4 }),
    ownRating: null,
    evidence: { votes: 4, imported: [] },
    facts: null,
    serving: null,
    canKeep: true,
    ...given,
  }
}

/** A server with one beer that stores its own rating. */
function serve(given: Partial<BeerDetails> = {}) {
  let now: Partial<BeerDetails> = {}
  const beer = () => details({ ...given, ...now })
  answers(getBeer, () => ({ status: 200 as const, body: beer() }))
  answers(similarBeers, { status: 200, body: [] })
  answers(rateBeer, async ({ request }) => {
    const { rating } = (await request.json()) as { rating: number }
    now = { ownRating: rating, rating: 81.3, ratingCount: 5 }
    return { status: 200 as const, body: beer() }
  })
  answers(unrateBeer, () => {
    now = { ownRating: null, rating: 80 }
    return { status: 200 as const, body: { ...beer(), ratedAt: RATED_AT } }
  })
}

async function openSlider() {
  const { user } = openApp('/results?beer=3')
  await user.click(await screen.findByRole('button', { name: /Rate this beer|Change your rating/ }))
  const slider = await screen.findByRole('slider', { name: 'Your rating' })
  return { user, slider, slideTo: (rating: number) => fireEvent.change(slider, { target: { value: rating } }) }
}

describe('your rating', () => {
  it('is set with a slider that starts at the overall rating', async () => {
    serve()
    const asked = requestsTo(rateBeer)
    const { user, slider, slideTo } = await openSlider()
    expect(slider).toHaveFocus()
    expect(slider).toHaveValue('80')
    slideTo(91)
    expect(slider).toHaveAttribute('aria-valuetext', '91 of 100')
    await user.click(screen.getByRole('button', { name: 'Save 91' }))
    expect(await screen.findByText('Rating 81.3, based on 5 ratings')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your rating' })).toHaveTextContent('91 /100'))
    expect(await asked[0]?.clone().json()).toEqual({ rating: 91 })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change your rating' })).toHaveFocus())
  })

  it('is changed, and left as it is on Cancel and Escape', async () => {
    serve({ ownRating: 64 })
    const asked = requestsTo(rateBeer)
    const { user, slider, slideTo } = await openSlider()
    expect(slider).toHaveValue('64')
    slideTo(70)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Change your rating' }))
    expect(await screen.findByRole('slider', { name: 'Your rating' })).toHaveValue('64')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('slider')).toBeNull()
    expect(asked).toHaveLength(0)
  })

  it('can be removed, with undo, which restores its time', async () => {
    serve({ ownRating: 64 })
    const asked = requestsTo(rateBeer)
    const { user } = openApp('/results?beer=3')
    await user.click(await screen.findByRole('button', { name: 'Remove your rating' }))
    expect(await screen.findByText('Rating removed')).toBeVisible()
    expect(screen.getByText('Not rated yet')).toBeVisible()
    screen.getByRole('button', { name: 'Undo' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your rating' })).toHaveTextContent('64 /100'))
    expect(await asked[0]?.clone().json()).toEqual({ rating: 64, ratedAt: RATED_AT })
  })

  it('is shown before the server has answered', async () => {
    serve({ ownRating: 64 })
    hangs(unrateBeer)
    const { user } = openApp('/results?beer=3')
    await user.click(await screen.findByRole('button', { name: 'Remove your rating' }))
    expect(screen.getByText('Not rated yet')).toBeVisible()
    const rate = screen.getByRole('button', { name: 'Rate this beer' })
    expect(rate).toHaveAttribute('aria-disabled', 'true')
    await waitFor(() => expect(rate).toHaveFocus())
    await user.click(rate)
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('keeps the focus on Save while it waits, and is not sent twice', async () => {
    serve()
    hangs(rateBeer)
    const asked = requestsTo(rateBeer)
    const { user, slider, slideTo } = await openSlider()
    slideTo(91)
    const save = screen.getByRole('button', { name: 'Save 91' })
    await user.click(save)
    expect(save).toHaveAttribute('aria-disabled', 'true')
    expect(save).toHaveFocus()
    await user.click(save)
    slider.focus()
    await user.keyboard('{Enter}')
    expect(asked).toHaveLength(1)
  })

  it('rolls back and says why when the server refuses, and keeps the choice', async () => {
    serve({ ownRating: 64 })
    refuses(rateBeer, 'unavailable', 'The kitchen is busy')
    const { user, slider, slideTo } = await openSlider()
    slideTo(88)
    await user.click(screen.getByRole('button', { name: 'Save 88' }))
    expect(await screen.findByText("Couldn't save your rating. The kitchen is busy")).toBeVisible()
    expect(slider).toHaveValue('88')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('region', { name: 'Your rating' })).toHaveTextContent('64 /100')
  })

  it('is the newest one, also where the answer to an earlier one comes later', async () => {
    serve()
    const answerEarlier = answersLater(rateBeer, { status: 200, body: details({ ownRating: 10 }) })
    const { user, slideTo } = await openSlider()
    slideTo(10)
    await user.click(screen.getByRole('button', { name: 'Save 10' }))
    // In another tab.
    answers(getBeer, { status: 200, body: details({ ownRating: 90 }) })
    answerEarlier()
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your rating' })).toHaveTextContent('90 /100'))
  })

  it('leads to the sign-in if the session has ended', async () => {
    serve()
    const { user } = await openSlider()
    refuses(getUser, 'unauthenticated', 'Please sign in.')
    refuses(rateBeer, 'unauthenticated', 'Please sign in.')
    await user.click(screen.getByRole('button', { name: 'Save 80' }))
    expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible()
  })

  describe('without a network', () => {
    const waiting = (userId: number) => JSON.parse(localStorage.getItem(`beergoggles.rating-queue-${userId}`) ?? '[]')
    const own = () => screen.getByRole('region', { name: 'Your rating' })

    async function rateOffline() {
      serve()
      cutsOff(rateBeer)
      const { user, signedIn } = openApp('/results?beer=3')
      for (const rating of [70, 91]) {
        await user.click(await screen.findByRole('button', { name: /Rate this beer|Change your rating/ }))
        fireEvent.change(await screen.findByRole('slider', { name: 'Your rating' }), { target: { value: rating } })
        await user.click(screen.getByRole('button', { name: `Save ${rating}` }))
        await waitFor(() => expect(own()).toHaveTextContent(`${rating} /100`))
      }
      return { user, signedIn }
    }

    it('is kept on this device, also after a reload, and its latest value is sent later', async () => {
      const { signedIn } = await rateOffline()
      // Screen readers have the same text in an element of its own.
      expect(screen.getByText(/when you're back online/, { selector: ':not([role=status])' })).toBeVisible()
      expect(waiting(signedIn.id)).toMatchObject([{ beerId: 3, rating: 91 }])
      cleanup()
      openApp('/results?beer=3', signedIn)
      await waitFor(() => expect(own()).toHaveTextContent('91 /100'))
      serve()
      const sent = requestsTo(rateBeer)
      await untilBackOnline(() => expect(sent).not.toHaveLength(0))
      await waitFor(() => expect(waiting(signedIn.id)).toEqual([]))
      expect(await sent[0]?.clone().json()).toEqual({ rating: 91, ageMs: expect.any(Number) })
      await waitFor(() => expect(own()).toHaveTextContent('91 /100'))
    })

    it('is removed, and the removal is taken back', async () => {
      const { user, signedIn } = await rateOffline()
      cutsOff(unrateBeer)
      await user.click(screen.getByRole('button', { name: 'Remove your rating' }))
      expect(await screen.findByText('Not rated yet')).toBeVisible()
      expect(waiting(signedIn.id)).toMatchObject([{ rating: null }])
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(own()).toHaveTextContent('91 /100'))
      expect(waiting(signedIn.id)).toMatchObject([{ rating: 91 }])
    })

    it('is given again by an undo of its removal that the server has stored before the connection broke', async () => {
      serve({ ownRating: 64 })
      let isStored = true
      answers(unrateBeer, () => {
        isStored = false
        throw HttpResponse.error()
      })
      answers(rateBeer, () => {
        isStored = true
        return { status: 200 as const, body: details({ ownRating: 64 }) }
      })
      const { user, signedIn } = openApp('/results?beer=3')
      await user.click(await screen.findByRole('button', { name: 'Remove your rating' }))
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(isStored).toBe(true))
      expect(waiting(signedIn.id)).toEqual([])
    })

    it('is sent after the beers that were had, and its removal with its time', async () => {
      serve({ ownRating: 64 })
      cutsOff(unrateBeer)
      cutsOff(addToJournal)
      const { user, signedIn } = openApp('/results?beer=3')
      await user.click(await screen.findByRole('button', { name: 'Had it' }))
      await user.click(await screen.findByRole('button', { name: 'Remove your rating' }))
      await waitFor(() => expect(waiting(signedIn.id)).toHaveLength(1))
      serve({ ownRating: 64 })
      const [had, removed] = [requestsTo(addToJournal), requestsTo(unrateBeer)]
      await untilBackOnline(() => expect(had.length).toBeGreaterThan(1))
      expect(removed).toEqual([])
      answers(addToJournal, { status: 201, body: aTriedEntry({ beer: details() }) })
      await untilBackOnline(() => expect(waiting(signedIn.id)).toEqual([]))
      expect(removed.map(({ url }) => Number(new URL(url).searchParams.get('ageMs')) > 0)).toEqual([true])
    })

    it('is as before after an undo of a removal that was never sent', async () => {
      serve({ ownRating: 64 })
      goesOffline()
      cutsOff(unrateBeer)
      const rated = requestsTo(rateBeer)
      const { user, signedIn } = openApp('/results?beer=3')
      await user.click(await screen.findByRole('button', { name: 'Remove your rating' }))
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(own()).toHaveTextContent('64 /100'))
      expect(waiting(signedIn.id)).toEqual([])
      expect(rated).toEqual([])
    })

    it('is dropped, and the app says so, when the server refuses it later', async () => {
      const { signedIn } = await rateOffline()
      refuses(rateBeer, 'not_found', 'There is no such beer.')
      await untilBackOnline(() => expect(waiting(signedIn.id)).toEqual([]))
      expect(await screen.findByText("Couldn't save your rating of Orval")).toBeVisible()
      await waitFor(() => expect(own()).toHaveTextContent('Not rated yet'))
    })
  })

  it('of 0 is a rating', async () => {
    serve({ ownRating: 0 })
    openApp('/results?beer=3')
    expect(await screen.findByRole('button', { name: 'Remove your rating' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Your rating' })).toHaveTextContent('0 /100')
  })
})

describe('the basis of a rating', () => {
  it('names the sources of its numbers', async () => {
    const imported = [
      { source: 'untappd', count: 1_200 },
      { source: 'my-list', count: null },
    ]
    serve({ ratingCount: null, evidence: { votes: 4, imported } })
    openApp('/results?beer=3')
    const basis = '4 ratings on BeerGoggles · 1,200 from Untappd · ratings from my-list'
    expect(await screen.findByText(basis)).toBeVisible()
    expect(screen.getByText('Rating 80.0, based on ratings here and elsewhere')).toBeVisible()
  })

  it('shows the percentile within the style, if known', async () => {
    serve({ style: 'Bitter', standing: { topPercent: 12, beers: 34 } })
    openApp('/results?beer=3')
    expect(await screen.findByText('top 12% of Bitters here')).toHaveTextContent('(34 ranked)')
  })

  it('says after one rating that most of the number is still an estimate', async () => {
    serve({ ratingOrigin: 'expected', ratingRange: { low: 74, high: 82 }, ratingCount: 1 })
    openApp('/results?beer=3')
    expect(await screen.findByText('Rating 80, expected 74-82: mostly an estimate, 1 rating')).toBeVisible()
    expect(screen.getByText('Rating').nextElementSibling).toHaveTextContent(/^estimate$/)
    // Below the large number, too.
    expect(screen.getByText(/^expected$/)).toBeVisible()
  })

  it('shows an expected percentile as such', async () => {
    serve({ style: 'Bitter', ratingOrigin: 'expected', standing: { topPercent: 12, beers: 34 } })
    openApp('/results?beer=3')
    expect(await screen.findByText('expected top 12% of Bitters here')).toHaveTextContent('(34 ranked)')
  })

  it.each([
    ['an unknown percentile', null],
    ['the percentile of a beer in the lower half of its style', { topPercent: 51, beers: 34 }],
  ])('hides %s', async (_, standing) => {
    serve({ style: 'Bitter', standing })
    openApp('/results?beer=3')
    await screen.findByText('Rating 80.0, based on 4 ratings')
    expect(screen.queryByText(/top \d+%/)).toBeNull()
  })
})
