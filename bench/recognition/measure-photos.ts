/**
 * Scores a labelled set in reader processes, and again by matching alone: without the true beers, and with weights that were fitted without
 * the photo, which the targets count.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import type { ReaderOptions } from '#recognition'
import { isProvider, preparePhoto } from '#vision'
import { weightsHeldOut } from '../fit/held-out-weights.ts'
import { examplesOf, type LabelExample, trueBeers } from '../fit/label-examples.ts'
import { type AnsweredBeer, isCutOff, MODES, type PhotoAnswers } from '../photos/answers.ts'
import type { ShippedRows } from '../photos/known-beers.ts'
import { autoGain, autoTargets, groupTargets, negativeTargets, singleTargets } from '../photos/outcome-targets.ts'
import { groupResults, negativeResults, singleResults } from '../photos/outcomes.ts'
import { type LabelledPhoto, MEDIA, mediumOf, type PhotoOf } from '../photos/photo-set.ts'
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
  /** With the shipped weights. */
  answers: readonly PhotoAnswers[]
  knows: Knows
  memory: PeakMemory
  counted: Counted
  answered: readonly Scores['answered'][]
  blind?: boolean
}

/** What the targets count: with weights that were fitted without the photo. */
interface Counted {
  answers: PhotoAnswers[]
  openSet: OpenSetResult[]
}

export function photoTargetsOf({ photos, answers, knows, memory, counted, answered, blind }: ToRate): Target[] {
  // Without a context and in time, photos are answered with the shipped weights alone.
  const shipped = photos.map((photo) => score([photo], answers, knows))
  const each = photos.map((photo) => score([photo], counted.answers, knows))
  return [
    ...singleTargets(singleResults(photos, counted.answers, knows)),
    autoGain(singleResults(photos, answers, knows)),
    shareOfPhotos(
      'single, its beer taken out of the catalogue: sure of another',
      sureOfAnother(counted.openSet.filter(({ isKnown }) => isKnown)),
      { atMost: 0.03 },
      { atMost: 0.05 },
    ),
    ...groupTargets(groupResults(photos, counted.answers, knows)),
    ...positionTargets(each),
    ...menuTargets('menu', each),
    ...MEDIA.flatMap((medium) => {
      const menus = photos.filter((photo) => photo.class === 'menu' && mediumOf(photo) === medium)
      const scored = menus.map((photo) => score([photo], counted.answers, knows))
      return menus.length > 0 ? mediumTargets(medium, scored) : []
    }),
    ...negativeTargets(negativeResults(photos, counted.answers)),
    // Other photos are classified by a model fitted to them; the part 'scene' cross-validates it.
    ...(blind ? sceneTargets(shipped.map(({ scene }) => scene)) : []),
    ...autoTargets(shipped.map(({ auto }) => auto)),
    calibrationTarget(answered),
    ...timeTargets(shipped),
    ...memoryTargets(photos.length, memory),
  ]
}

interface RematchResults {
  /** With the shipped weights. */
  openSet: OpenSetResult[]
  misses: Miss[]
  counted: Counted
  /** Of what is counted, for each photo with a beer. */
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
  const labels: LabelExample[] = []
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
      if (isFitted) labels.push(...(await examplesOf(photo, picture, rematch, catalogue)))
      if (photo.class !== 'negative') {
        const texts: string[] = []
        rematch.onText = (text) => texts.push(text)
        await rematch.beers(picture, photo.class)
        misses.push(...missesOf(photo, answer, texts.join('\n'), catalogue.knows))
      } else misses.push(...missesOf(photo, answer, '', catalogue.knows))
      if (photo.class === 'single')
        openSet.push(
          await matchWithoutTrueBeers(photo, answer, catalogue, (beers) =>
            rematch.without(beers, () => rematch.beers(picture, 'single')),
          ),
        )
      process.stderr.write(`\r${++done} of ${photos.length} photos matched again`)
    }
    process.stderr.write('\n')
    const counted = isFitted
      ? await countHeldOut({ photos, catalogue, engine, bytesOf, readings }, answers, labels, rematch)
      : { answers: [...answers], openSet }
    const answered = photos.filter(hasBeer).map((photo) => score([photo], counted.answers, catalogue.knows).answered)
    return { openSet, misses, counted, answered, newPasses: rematch.newPasses }
  } finally {
    await rematch.close()
  }
}

/** `without`: answers while beers are removed from the catalogue. */
async function matchWithoutTrueBeers(
  photo: PhotoOf<'single'>,
  answer: PhotoAnswers,
  catalogue: ShippedRows,
  without: (beerIds: readonly number[]) => Promise<AnsweredBeer[]>,
): Promise<OpenSetResult> {
  const [truth] = photo.truth.beers
  const isKnown = truth !== undefined && catalogue.knows(truth, [...truth.accept_also, ...photo.truth.accept_also])
  const [open] = await without(trueBeers(photo, catalogue))
  return { photo, isKnown, ordinary: answer.single?.beers[0], open }
}

/** Answers each photo with the weights that were fitted without it and others of its source. */
async function countHeldOut(
  { photos, catalogue, bytesOf, readings }: PhotosToMeasure & { readings: string },
  answers: readonly PhotoAnswers[],
  labels: readonly LabelExample[],
  rematch: Rematch,
): Promise<Counted> {
  const counted: Counted = { answers: [], openSet: [] }
  const set = { photos, bytesOf, readings }
  for (const { heldOut, posterior, recognition: weights } of await weightsHeldOut(labels, set, catalogue)) {
    const weighted = rematch.weighted(posterior)
    const changed = { through: () => weighted, weights }
    for (const photo of photos.filter(({ id }) => heldOut.has(id))) {
      const picture = await preparePhoto(bytesOf(photo), PHOTO_MAX_SIDE_PX)
      const answer = answers.find(({ id }) => id === photo.id)
      if (!answer) throw new Error(`No answer for ${photo.id}`)
      const again = { ...answer }
      for (const mode of MODES) {
        const given = answer[mode]
        if (given) again[mode] = { ...given, beers: await rematch.beers(picture, mode, changed) }
      }
      counted.answers.push(again)
      if (photo.class !== 'single') continue
      const alone = () => rematch.beers(picture, 'single', changed)
      counted.openSet.push(
        await matchWithoutTrueBeers(photo, again, catalogue, (beers) => rematch.without(beers, alone, weighted)),
      )
    }
  }
  return counted
}

function hasBeer(photo: LabelledPhoto): photo is Exclude<LabelledPhoto, { class: 'negative' }> {
  return photo.class !== 'negative'
}
