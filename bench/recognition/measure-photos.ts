/**
 * Scores a labelled set in reader processes, and again by matching alone: without the true beers, and with a posterior fitted
 * without the photo.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import type { ReaderOptions } from '#recognition'
import { isProvider, type Photo, preparePhoto } from '#vision'
import { drawnExamples } from '../fit/drawn-labels.ts'
import { examplesOf, type LabelExample, trueBeers } from '../fit/label-examples.ts'
import { crossFit } from '../fit/posterior-fit.ts'
import { isCutOff, type PhotoAnswers } from '../photos/answers.ts'
import type { ShippedRows } from '../photos/known-beers.ts'
import { autoTargets, groupTargets, negativeTargets, singleTargets } from '../photos/outcome-targets.ts'
import { groupResults, negativeResults, singleResults } from '../photos/outcomes.ts'
import { type LabelledPhoto, MEDIA, mediumOf } from '../photos/photo-set.ts'
import { openRematch, type Rematch } from '../photos/rematch.ts'
import { type PeakMemory, runReaders } from '../photos/run-readers.ts'
import { type Knows, type Scores, score } from '../photos/score.ts'
import { shareOfPhotos, type Target } from '../photos/target.ts'
import {
  calibrationTarget,
  mediumTargets,
  memoryTargets,
  menuTargets,
  positionTargets,
  sceneTargets,
  timeTargets,
} from '../photos/targets.ts'
import { type Miss, missesOf } from './misses.ts'
import { curveOf, type OpenSetResult, sureOfAnother } from './open-set.ts'

export interface PhotosToMeasure {
  photos: readonly LabelledPhoto[]
  catalogue: ShippedRows
  engine: ReaderOptions['engine']
  bytesOf(photo: LabelledPhoto): Buffer
  /** Folder whose readings are reused and added to, so that a second run only matches. Default: a temporary folder. */
  readings?: string | undefined
  /**
   * Nobody sees these photos, and nothing was fitted to them: warnings name none, and the shipped posterior and scene model
   * are scored.
   */
  blind?: boolean
}

export type MeasuredPhotos = Awaited<ReturnType<typeof measurePhotos>>

export async function measurePhotos({
  photos,
  catalogue,
  engine,
  bytesOf,
  readings: stored,
  blind = false,
}: PhotosToMeasure) {
  const readings = stored ?? mkdtempSync(join(tmpdir(), 'bg-readings-'))
  mkdirSync(readings, { recursive: true })
  try {
    const run = await runReaders({
      photos,
      catalogue,
      engine,
      readings,
      bytesOf,
      ...(blind && { labelOf: () => 'a photo' }),
      onProgress: (done) => process.stderr.write(`\r${done} of ${photos.length} photos recognised`),
    })
    process.stderr.write('\n')
    const rematched = await matchAgain({ photos, catalogue, engine, bytesOf, blind }, run.answers, readings)
    const { knows } = catalogue
    return {
      ...run,
      scores: score(photos, run.answers, knows),
      targets: photoTargetsOf({ photos, knows, blind, ...run, ...rematched }),
      misses: rematched.misses,
      openSet: rematched.openSet,
      curve: curveOf(rematched.openSet.filter(({ isKnown }) => isKnown)),
      answered: rematched.answered,
      newPasses: rematched.newPasses,
      cutOff: run.answers.filter(isCutOff).map(({ id }) => id),
    }
  } finally {
    if (stored === undefined) rmSync(readings, { recursive: true })
  }
}

interface ToRate {
  photos: readonly LabelledPhoto[]
  answers: readonly PhotoAnswers[]
  knows: Knows
  memory: PeakMemory
  openSet: readonly OpenSetResult[]
  answered: readonly Scores['answered'][]
  blind?: boolean
}

export function photoTargetsOf({ photos, answers, knows, memory, openSet, answered, blind }: ToRate): Target[] {
  const each = photos.map((photo) => score([photo], answers, knows))
  return [
    ...singleTargets(singleResults(photos, answers, knows)),
    shareOfPhotos(
      'single, its beer taken out of the catalogue: sure of another',
      sureOfAnother(openSet.filter(({ isKnown }) => isKnown)),
      { atMost: 0.03 },
      { atMost: 0.05 },
    ),
    ...groupTargets(groupResults(photos, answers, knows)),
    ...positionTargets(each),
    ...menuTargets('menu', each),
    ...MEDIA.flatMap((medium) => {
      const menus = photos.filter((photo) => photo.class === 'menu' && mediumOf(photo) === medium)
      const scored = menus.map((photo) => score([photo], answers, knows))
      return menus.length > 0 ? mediumTargets(medium, scored) : []
    }),
    ...negativeTargets(negativeResults(photos, answers)),
    // Other photos are classified by a model fitted to them; the part 'scene' cross-validates it.
    ...(blind ? sceneTargets(each.map(({ scene }) => scene)) : []),
    ...autoTargets(each.map(({ auto }) => auto)),
    calibrationTarget(answered),
    ...timeTargets(each),
    ...memoryTargets(photos.length, memory),
  ]
}

interface RematchResults {
  openSet: OpenSetResult[]
  misses: Miss[]
  /** For each photo that calibration is scored on. */
  answered: Scores['answered'][]
  newPasses: number
}

async function matchAgain(
  { photos, catalogue, engine, bytesOf, blind }: PhotosToMeasure,
  answers: readonly PhotoAnswers[],
  readings: string,
): Promise<RematchResults> {
  const rematch = await openRematch({ engine, catalogue, readings })
  const answerTo = new Map(answers.map((answer) => [answer.id, answer]))
  const examples: LabelExample[] = []
  const openSet: OpenSetResult[] = []
  const misses: Miss[] = []
  // A provider reports its own confidence, so nothing was fitted to the photos.
  const isFitted = !blind && !isProvider(engine.name)
  let done = 0
  try {
    for (const photo of photos) {
      const answer = answerTo.get(photo.id)
      if (!answer) throw new Error(`No answer for ${photo.id}`)
      const picture = await preparePhoto(bytesOf(photo), PHOTO_MAX_SIDE_PX)
      if (isFitted) examples.push(...(await examplesOf(photo, picture, rematch, catalogue)))
      if (photo.class !== 'negative') {
        const texts: string[] = []
        rematch.onText = (text) => texts.push(text)
        await rematch.beers(picture, photo.class)
        misses.push(...missesOf(photo, answer, texts.join('\n'), catalogue.knows))
      } else misses.push(...missesOf(photo, answer, '', catalogue.knows))
      if (photo.class === 'single')
        openSet.push(await matchWithoutTrueBeers(photo, answer, picture, rematch, catalogue))
      process.stderr.write(`\r${++done} of ${photos.length} photos matched again`)
    }
    process.stderr.write('\n')
    const answered = isFitted
      ? await crossValidate({ photos, catalogue, engine, bytesOf }, answers, examples, rematch)
      : photos.filter(hasBeer).map((photo) => score([photo], answers, catalogue.knows).answered)
    return { openSet, misses, answered, newPasses: rematch.newPasses }
  } finally {
    await rematch.close()
  }
}

async function matchWithoutTrueBeers(
  photo: Extract<LabelledPhoto, { class: 'single' }>,
  answer: PhotoAnswers,
  picture: Photo,
  rematch: Rematch,
  catalogue: ShippedRows,
): Promise<OpenSetResult> {
  const [truth] = photo.truth.beers
  const isKnown = truth !== undefined && catalogue.knows(truth, [...truth.accept_also, ...photo.truth.accept_also])
  const open = await rematch.without(trueBeers(photo, catalogue), () => rematch.beers(picture, 'single'))
  return { photo, isKnown, ordinary: answer.single?.beers[0], open: open[0] }
}

/** Answers for each photo with the posterior fitted to the photos of all other parts. */
async function crossValidate(
  { photos, catalogue, bytesOf }: PhotosToMeasure,
  answers: readonly PhotoAnswers[],
  examples: readonly LabelExample[],
  rematch: Rematch,
): Promise<Scores['answered'][]> {
  const answered: Scores['answered'][] = []
  for (const { heldOut, fitted } of crossFit(examples, photos, drawnExamples(catalogue))) {
    const weighted = rematch.weighted(fitted)
    for (const photo of photos) {
      const answer = answers.find(({ id }) => id === photo.id)
      if (!heldOut.has(photo.id) || !hasBeer(photo) || !answer) continue
      const given = answer[photo.class]
      if (!given) continue
      const picture = await preparePhoto(bytesOf(photo), PHOTO_MAX_SIDE_PX)
      const beers = await rematch.beers(picture, photo.class, { through: () => weighted })
      answered.push(score([photo], [{ ...answer, [photo.class]: { ...given, beers } }], catalogue.knows).answered)
    }
  }
  return answered
}

function hasBeer(photo: LabelledPhoto): photo is Exclude<LabelledPhoto, { class: 'negative' }> {
  return photo.class !== 'negative'
}
