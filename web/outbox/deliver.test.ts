import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { identifyBeer, parseMenu } from '#contracts'
import { aSightedBeer } from '#web/testing/builders.ts'
import { answers, refuses } from '#web/testing/network.ts'
import { photo, USER } from '#web/testing/outbox.ts'
import { newCaptureId } from './capture.ts'
import { deliver } from './deliver.ts'

describe('delivering', () => {
  it('reports the menu that a page has joined, even an empty page', async () => {
    const page = { of: newCaptureId(), number: 2 }
    const capture = { id: newCaptureId(), userId: USER, photo, context: 'menu' as const, page }
    let beers = [aSightedBeer()]
    answers(parseMenu, () => ({ status: 200 as const, body: { scanId: capture.id, beers, title: null } }))
    expect(await deliver(capture)).toMatchObject({ kind: 'group', pageOf: page.of })
    beers = []
    expect(await deliver(capture)).toEqual({ kind: 'nothing', context: 'menu', pageOf: page.of })
  })

  it('sends a page of a deleted menu as a menu of its own', async () => {
    const sent: (FormDataEntryValue | null)[] = []
    answers(parseMenu, async ({ request }) => {
      const form = await request.formData()
      sent.push(form.get('pageOf'))
      if (form.has('pageOf')) throw HttpResponse.json({ message: 'no menu', code: 'not_found' }, { status: 404 })
      return {
        status: 200 as const,
        body: { scanId: String(form.get('scanId')), beers: [aSightedBeer()], title: null },
      }
    })
    const of = newCaptureId()
    const outcome = await deliver({ id: newCaptureId(), userId: USER, photo, context: 'menu', page: { of, number: 2 } })
    expect(outcome).toMatchObject({ kind: 'group' })
    expect(outcome).not.toHaveProperty('pageOf')
    expect(sent).toEqual([of, null])
  })

  const capture = { id: newCaptureId(), userId: USER, photo, context: 'auto' as const }

  it('names the user who took the photo, as somebody else may have signed in meanwhile', async () => {
    let takenBy: FormDataEntryValue | null = null
    answers(identifyBeer, async ({ request }) => {
      takenBy = (await request.formData()).get('takenBy')
      return { status: 202 as const, body: { scanId: capture.id } }
    })
    await deliver(capture)
    expect(takenBy).toBe(String(USER))
  })

  it('treats a photo without beer as an outcome, not a failure', async () => {
    refuses(identifyBeer, 'no_beer', 'No beer detected')
    expect(await deliver(capture)).toEqual({ kind: 'nothing', context: 'auto' })
  })

  it('derives the kind from the response, not from the request', async () => {
    answers(identifyBeer, { status: 200, body: { scanId: capture.id, beers: [aSightedBeer()], title: 'Bottles' } })
    expect(await deliver(capture)).toMatchObject({ kind: 'group', context: 'menu', title: 'Bottles' })
    answers(identifyBeer, { status: 200, body: { scanId: capture.id, beers: [aSightedBeer()], totalDetected: 1 } })
    expect(await deliver(capture)).toMatchObject({ kind: 'group', context: 'multiple_beers', title: null })
    answers(identifyBeer, { status: 202, body: { scanId: capture.id } })
    expect(await deliver(capture)).toEqual({ kind: 'continues', scanId: capture.id })
  })
})
