/** The report on labelled photos, with wrong names and misses photo by photo. `blind-report.ts` gives totals only. */
import type { Scores } from '../photos/score.ts'
import { falsePositiveLines, tableOf } from '../photos/table.ts'
import { calibrationBins } from '../statistics/statistics.ts'
import type { MeasuredPhotos } from './measure-photos.ts'
import { missTable } from './misses.ts'
import { curveTable, wrongTable } from './open-set.ts'

export interface PhotoReport {
  text: string
  /** Part of the JSON report. */
  json: object
}

export function photoReport(measured: MeasuredPhotos): PhotoReport {
  const { scores, memory, curve, answered, openSet, misses, cutOff } = measured
  const sections = [
    tableOf(scores, memory),
    falsePositiveLines(scores),
    curveTable(curve),
    wrongTable(openSet),
    calibrationTable(answered),
    missTable(misses),
    cutOff.length > 0 && `${CUT_OFF}: ${cutOff.join(', ')}`,
  ]
  return { text: sections.filter(Boolean).join('\n\n'), json: measured }
}

export const CUT_OFF = 'CUT OFF by a deadline or a lost reader, with fewer results than possible'

export function calibrationTable(answered: readonly Scores['answered'][]): string {
  const bins = calibrationBins(answered.flatMap(({ single, group, menu }) => [...single, ...group, ...menu]))
  const percent = (value: number) => `${(value * 100).toFixed(1).padStart(5)} %`
  return [
    'confidence and share of right answers, five bins of equal size',
    ...bins.map(
      ({ answers, confidence, right }) => `  ${String(answers).padStart(4)}  ${percent(confidence)}  ${percent(right)}`,
    ),
  ].join('\n')
}
