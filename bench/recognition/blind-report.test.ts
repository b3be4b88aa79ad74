import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { anAnsweredBeer } from '../photos/answered-beer.fixture.ts'
import type { Answer, AnsweredBeer, PhotoAnswers } from '../photos/answers.ts'
import { type LabelledPhoto, openPhotoSet } from '../photos/photo-set.ts'
import { score } from '../photos/score.ts'
import { targetTable } from '../photos/target-table.ts'
import { blindError, blindProblem, blindReport } from './blind-report.ts'
import { type MeasuredPhotos, photoTargetsOf } from './measure-photos.ts'
import { missesOf } from './misses.ts'
import { curveOf } from './open-set.ts'
import { photoReport } from './photo-report.ts'

const LANTERN = { name: 'Harbour Lantern', brewery: 'Alder Brewing', style: 'Gruit', accept_also: ['Havenlicht'] }
const WRONG = anAnsweredBeer('Meadow Beacon', 'Quay Brewery', {
  aliases: ['Weidebaken'],
  others: [{ name: 'Old Words', brewery: 'Finch', aliases: ['Oude Woorden'], confidence: 0.2 }],
})
const PHOTOS: LabelledPhoto[] = [
  { id: 'zs77', file: 'one/qq-first.jpg', class: 'single', truth: { beers: [LANTERN], accept_also: ['Leuchte'] } },
  {
    id: 'zg88',
    file: 'two/qq-second.jpg',
    class: 'group',
    truth: {
      scene: 'bedside cabinet',
      list_complete: true,
      beers: [{ ...LANTERN, x: 1, y: 1, readability: 'clear' }],
    },
  },
  {
    id: 'zm99',
    file: 'three/qq-third.jpg',
    class: 'menu',
    truth: { list_complete: true, items: [{ ...LANTERN, is_beer: true, price: '12.34' }] },
  },
  { id: 'zn66', file: 'four/qq-fourth.jpg', class: 'negative', truth: { what: 'gramophone', beer_present: false } },
]
const SECRETS = [
  ...['zs77', 'zg88', 'zm99', 'zn66', 'qq-', 'Harbour', 'Lantern', 'Alder', 'Gruit', 'Havenlicht', 'Leuchte'],
  ...['Meadow', 'Beacon', 'Quay', 'Weidebaken', 'Old Words', 'Finch', 'Oude', 'bedside', '12.34', 'gramophone'],
]

/** Every photo is answered wrongly and cut off, so that each one is in every list of the report. */
function aMeasuredRun(): MeasuredPhotos {
  const answer = (shape: Answer['shape'], beers: AnsweredBeer[] = [WRONG]): Answer => ({
    shape,
    beers,
    detected: 1,
    complete: false,
    firstMs: 5,
    tookMs: 10,
  })
  const answers: PhotoAnswers[] = PHOTOS.map(({ id }) => ({
    id,
    scene: null,
    sceneMs: null,
    single: answer('single'),
    group: answer('group'),
    menu: answer('menu'),
    auto: answer('single'),
  }))
  const knows = () => true
  const openSet = PHOTOS.flatMap((photo) =>
    photo.class === 'single' ? [{ photo, isKnown: true, ordinary: WRONG, open: WRONG }] : [],
  )
  const answered = PHOTOS.map((photo) => score([photo], answers, knows).answered)
  const counted = { answers, openSet }
  const memory = { interactive: 1_000_000, batch: 2_000_000 }
  return {
    answers,
    memory,
    engineVersion: 'an engine',
    scores: score(PHOTOS, answers, knows),
    targets: photoTargetsOf({ photos: PHOTOS, answers, knows, memory, counted, answered, blind: true }),
    misses: PHOTOS.flatMap((photo) => answers.flatMap((given) => missesOf(photo, given, '', knows))),
    openSet,
    curve: curveOf(openSet),
    answered,
    newPasses: 0,
    cutOff: PHOTOS.map(({ id }) => id),
  }
}

const foundIn = (text: string) => SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))

describe('the report of a blind run', () => {
  const measured = aMeasuredRun()
  const { text, json } = blindReport(measured)

  it('contains no id, file, beer, brewery or label, printed or as JSON', () => {
    expect(foundIn(text)).toEqual([])
    expect(foundIn(JSON.stringify(json))).toEqual([])
    expect(foundIn(targetTable(measured.targets))).toEqual([])
  })

  it('counts the photos that were cut off', () => {
    expect(text).toContain('CUT OFF by a deadline or a lost reader, with fewer results than possible: 4 photos')
    expect(json).toMatchObject({ cutOff: 4 })
  })

  it('has no list with one entry per photo', () => {
    const listsIn = (value: unknown): unknown[][] => {
      if (typeof value !== 'object' || value === null) return []
      return [...(Array.isArray(value) ? [value] : []), ...Object.values(value).flatMap(listsIn)]
    }
    const totals = ['curve', 'targets'].map((key) => Reflect.get(json, key))
    expect(listsIn(json).filter((list) => !totals.includes(list))).toEqual([])
  })

  it('has the same targets as an open run, whose report does name photos and beers', () => {
    const open = photoReport(measured)
    expect(json).toMatchObject({ targets: measured.targets })
    expect(foundIn(JSON.stringify(open.json))).toEqual(
      SECRETS.filter((secret) => !['bedside', '12.34', 'gramophone'].includes(secret)),
    )
    expect(foundIn(open.text)).toEqual(expect.arrayContaining(['zs77', 'zn66', 'Lantern', 'Beacon', 'Quay', 'Alder']))
  })
})

test('refuses to measure selected photos or other parts blindly', () => {
  const problem = (options: Partial<Parameters<typeof blindProblem>[0]>) =>
    blindProblem({ blind: true, only: undefined, parts: [], ...options })
  expect(problem({ only: 's001' })).toBe('--only cannot be combined with a blind run: it would single out photos.')
  expect(problem({ parts: ['photos', 'drawn', 'load'] })).toBe(
    '--blind measures the photos with what is shipped, not drawn or load.',
  )
  expect(problem({ parts: ['photos'] })).toBeUndefined()
  expect(problem({ blind: false, only: 's001' })).toBeUndefined()
})

test('reports where a blind run failed, but not for which file', () => {
  const report = blindError(new Error('ENOENT: no such file, open one/qq-first.jpg\n  in qq-second.jpg'))
  expect(foundIn(report)).toEqual([])
  expect(report).toContain('blind-report.test.ts')
  expect(blindError('zs77')).not.toContain('zs77')
})

test('reports which field of the labels is malformed, but not of which photo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bg-photos-'))
  const readAndReport = () => {
    try {
      openPhotoSet(folder)
      return ''
    } catch (error) {
      return blindError(error)
    }
  }
  const [first] = PHOTOS
  writeFileSync(
    join(folder, 'photos.json'),
    JSON.stringify([{ ...first, truth: { beers: [LANTERN], difficulty: 'zs77' } }]),
  )
  expect(readAndReport()).toBe('photos.json is malformed:\n  truth.difficulty: invalid_value')
  rmSync(folder, { recursive: true })
})
