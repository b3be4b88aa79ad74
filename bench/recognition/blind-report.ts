/**
 * The report of a blind run: totals only, so that a set whose photos and labels nobody has seen can be measured again and
 * again. Every field is listed here; nothing that names a photo, a beer or a brewery, or has one entry per photo, is passed on.
 */
import { MalformedPhotoSet } from '../photos/photo-set.ts'
import type { Scores } from '../photos/score.ts'
import { tableOf } from '../photos/table.ts'
import type { MeasuredPhotos } from './measure-photos.ts'
import { curveTable } from './open-set.ts'
import { CUT_OFF, calibrationTable, type PhotoReport } from './photo-report.ts'

/** Why a blind run with these options would single out photos; undefined if it would not. */
export function blindProblem(options: { blind: boolean; only: string | undefined; parts: readonly string[] }) {
  if (!options.blind) return undefined
  if (options.only !== undefined) return '--only cannot be combined with a blind run: it would single out photos.'
  const others = options.parts.filter((part) => part !== 'photos')
  return others.length > 0 ? `--blind measures the photos with what is shipped, not ${others.join(' or ')}.` : undefined
}

export function blindReport({ scores, memory, curve, answered, targets, ...run }: MeasuredPhotos): PhotoReport {
  const sections = [
    tableOf(scores, memory),
    curveTable(curve),
    calibrationTable(answered),
    run.cutOff.length > 0 && `${CUT_OFF}: ${run.cutOff.length} photos`,
  ]
  const { engineVersion, newPasses } = run
  const json = { engineVersion, newPasses, memory, curve, targets, scores: sharesOf(scores), cutOff: run.cutOff.length }
  return { text: sections.filter(Boolean).join('\n\n'), json }
}

/** The place of an error without its message, which may name a file. */
export function blindError(error: unknown): string {
  if (error instanceof MalformedPhotoSet) return ['photos.json is malformed:', ...error.fields].join('\n  ')
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line)) : []
  return ['The blind run failed; its message is withheld because it may name a photo.', ...frames].join('\n')
}

function sharesOf({ scene, single, group, menu, negative, auto }: Scores) {
  const { clear, allBeers, wrong } = group
  const { noBeerClean, beerPresentClean } = negative
  return { scene, single, group: { clear, allBeers, wrong }, menu, negative: { noBeerClean, beerPresentClean }, auto }
}
