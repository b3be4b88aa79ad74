/**
 * A labelled set through the reader processes, and then once more through matching alone: without the true beers, and
 * judged by numbers that were fitted without the photo.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOUBTFUL_BELOW_PERCENT, PHOTO_MAX_SIDE_PX } from '#contracts'
import { isProvider, judgeBy, type ReaderOptions } from '#recognition'
import { type Photo, preparePhoto } from '#vision'
import type { PhotoAnswers } from './answers.ts'
import { askReaders } from './ask-readers.ts'
import { type Example, examplesOf, trueBeers } from './confidence-examples.ts'
import { crossFit } from './confidence-fit.ts'
import type { ShippedRows } from './known-beers.ts'
import { type Miss, missesOf } from './misses.ts'
import { type AskedTwice, curveOf, curveTable, namedFrom, wrongOf, wrongTable } from './open-set.ts'
import type { LabelledPhoto } from './photo-set.ts'
import { openRematch, type Rematch } from './rematch.ts'
import { type Scores, score } from './score.ts'
import { calibrationBins } from './statistics.ts'
import { calibrationTarget, photoTargets, shareOfPhotos, type Target } from './targets.ts'

export interface PhotosToMeasure {
  photos: readonly LabelledPhoto[]
  catalogue: ShippedRows
  engine: ReaderOptions['engine']
  bytesOf(photo: LabelledPhoto): Buffer
}

export async function measurePhotos({ photos, catalogue, engine, bytesOf }: PhotosToMeasure) {
  const readings = mkdtempSync(join(tmpdir(), 'bg-readings-'))
  try {
    const asked = await askReaders({
      photos,
      catalogue,
      engine,
      readings,
      bytesOf,
      onProgress: (done) => process.stderr.write(`\r${done} of ${photos.length} photographs read`),
    })
    process.stderr.write('\n')
    const again = await matchAgain({ photos, catalogue, engine, bytesOf }, asked.answers, readings)
    const each = photos.map((photo) => score([photo], asked.answers, catalogue.knows))
    const targets = [...photoTargets(each, asked.memory), ...openSetTargets(again.twice), calibrationTarget(again.told)]
    return {
      ...asked,
      scores: score(photos, asked.answers, catalogue.knows),
      targets,
      misses: again.misses,
      twice: again.twice,
      curve: curveOf(again.twice.filter(({ isKnown }) => isKnown)),
      told: again.told,
      newLooks: again.newLooks,
      cutOff: asked.answers.filter(isCutOff).map(({ id }) => id),
    }
  } finally {
    rmSync(readings, { recursive: true })
  }
}

function openSetTargets(twice: readonly AskedTwice[]): Target[] {
  const known = twice.filter(({ isKnown }) => isKnown)
  return [
    shareOfPhotos('single without its beer in the catalogue: another named', wrongOf(known, 'open'), { under: 0.06 }),
    shareOfPhotos('  the same, with photos of beers it never had', wrongOf(twice, 'open')),
    shareOfPhotos('  beside it, with its beer in the catalogue: another named', wrongOf(known, 'ordinary')),
    shareOfPhotos('  without a question: another named as the one it is', wrongOf(known.map(unasked), 'open')),
  ]
}

/** Below this a user is asked which of three it is; no single beer is named. */
function unasked(one: AskedTwice): AskedTwice {
  return { ...one, open: namedFrom(one.open, DOUBTFUL_BELOW_PERCENT / 100) }
}

type Details = Pick<Awaited<ReturnType<typeof measurePhotos>>, 'curve' | 'told' | 'twice'>

/** The curve, the wrong names behind it, and the bins behind the calibration error. */
export function detailsOf({ curve, told, twice }: Details): string {
  const all = (mode: keyof Scores['told']) => told.flatMap((one) => one[mode])
  const bins = calibrationBins([...all('single'), ...all('group'), ...all('menu')])
  const percent = (value: number) => `${(value * 100).toFixed(1).padStart(5)} %`
  return [
    curveTable(curve),
    '',
    wrongTable(twice),
    '',
    'confidence told and share really right, five bins of equal numbers, cross-validated',
    ...bins.map(
      ({ answers, confidence, right }) => `  ${String(answers).padStart(4)}  ${percent(confidence)}  ${percent(right)}`,
    ),
  ].join('\n')
}

interface Again {
  twice: AskedTwice[]
  misses: Miss[]
  /** For each photo that confidence is judged on. */
  told: Scores['told'][]
  newLooks: number
}

async function matchAgain(
  { photos, catalogue, engine, bytesOf }: PhotosToMeasure,
  answers: readonly PhotoAnswers[],
  readings: string,
): Promise<Again> {
  const rematch = await openRematch({ engine, catalogue, readings })
  const answerTo = new Map(answers.map((answer) => [answer.id, answer]))
  const examples: Example[] = []
  const twice: AskedTwice[] = []
  const misses: Miss[] = []
  // A provider is as sure as it says: nothing is fitted that the photographs could have been part of.
  const isFitted = !isProvider(engine.name)
  let done = 0
  try {
    for (const photo of photos) {
      const answer = answerTo.get(photo.id)
      if (!answer) throw new Error(`No answer to ${photo.id}`)
      const picture = await preparePhoto(bytesOf(photo), PHOTO_MAX_SIDE_PX)
      if (isFitted) examples.push(...(await examplesOf(photo, picture, rematch, catalogue)))
      if (photo.class !== 'negative') {
        const texts: string[] = []
        rematch.onText = (text) => texts.push(text)
        await rematch.beers(picture, photo.class)
        misses.push(...missesOf(photo, answer, texts.join('\n'), catalogue.knows))
      } else misses.push(...missesOf(photo, answer, '', catalogue.knows))
      if (photo.class === 'single') twice.push(await askWithout(photo, answer, picture, rematch, catalogue))
      process.stderr.write(`\r${++done} of ${photos.length} photographs matched again`)
    }
    process.stderr.write('\n')
    const told = isFitted
      ? await crossJudged({ photos, catalogue, engine, bytesOf }, answers, examples, rematch)
      : photos.filter(isOfBeer).map((photo) => score([photo], answers, catalogue.knows).told)
    return { twice, misses, told, newLooks: rematch.newLooks }
  } finally {
    await rematch.close()
  }
}

async function askWithout(
  photo: Extract<LabelledPhoto, { class: 'single' }>,
  answer: PhotoAnswers,
  picture: Photo,
  rematch: Rematch,
  catalogue: ShippedRows,
): Promise<AskedTwice> {
  const [truth] = photo.truth.beers
  const isKnown = truth !== undefined && catalogue.knows(truth, [...truth.accept_also, ...photo.truth.accept_also])
  const open = await rematch.without(trueBeers(photo, catalogue), () => rematch.beers(picture, 'single'))
  return { photo, isKnown, ordinary: answer.single?.beers[0], open: open[0] }
}

/** What each photo is told with the confidence that was fitted on the photos of all other parts. */
async function crossJudged(
  { photos, catalogue, bytesOf }: PhotosToMeasure,
  answers: readonly PhotoAnswers[],
  examples: readonly Example[],
  rematch: Rematch,
): Promise<Scores['told'][]> {
  const told: Scores['told'][] = []
  for (const { left, fitted } of crossFit(examples, photos)) {
    const shipped = judgeBy(fitted)
    try {
      for (const photo of photos) {
        const answer = answers.find(({ id }) => id === photo.id)
        if (!left.has(photo.id) || !isOfBeer(photo) || !answer) continue
        const given = answer[photo.class]
        if (!given) continue
        const picture = await preparePhoto(bytesOf(photo), PHOTO_MAX_SIDE_PX)
        const beers = await rematch.beers(picture, photo.class)
        told.push(score([photo], [{ ...answer, [photo.class]: { ...given, beers } }], catalogue.knows).told)
      }
    } finally {
      judgeBy(shipped)
    }
  }
  return told
}

function isOfBeer(photo: LabelledPhoto): photo is Exclude<LabelledPhoto, { class: 'negative' }> {
  return photo.class !== 'negative'
}

function isCutOff({ single, group, menu, unasked }: PhotoAnswers): boolean {
  return [single, group, menu, unasked].some((given) => given?.complete === false)
}
