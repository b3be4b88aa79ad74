/**
 * Fits all weights of recognition again without each part of a labelled set, so that its photos can be scored as new ones are read. The
 * catalogue that the labels and rows are matched with while fitting is the shipped one.
 */
import { openCatalogue, type Posterior } from '#catalogue'
import { rowPages } from '../../recognition/menu/row-labels.ts'
import type { RecognitionWeights } from '../../recognition/weights.ts'
import type { ShippedRows } from '../photos/known-beers.ts'
import type { PhotosToFit } from '../photos/photo-set.ts'
import { photoFolds } from '../photos/sources.ts'
import { drawnExamples } from './drawn-labels.ts'
import { drawnRows } from './drawn-rows.ts'
import type { LabelExample } from './label-examples.ts'
import { fitPosterior } from './posterior-fit.ts'
import { menuExamples } from './row-examples.ts'
import { fitRows } from './row-fit.ts'
import { drawnNegatives, labelReadings } from './unlisted-examples.ts'
import { fitUnlisted } from './unlisted-fit.ts'

export interface HeldOutWeights {
  /** Ids of the photos that nothing was fitted to. */
  heldOut: ReadonlySet<string>
  posterior: Posterior
  recognition: RecognitionWeights
}

/** `labels`: those of the posterior on all photos. */
export async function weightsHeldOut(
  labels: readonly LabelExample[],
  set: PhotosToFit,
  shipped: ShippedRows,
): Promise<HeldOutWeights[]> {
  const catalogue = openCatalogue(shipped.rows, shipped.shipped)
  const described = await labelReadings(set, shipped)
  const menus = await menuExamples(set, shipped)
  const drawn = {
    labels: drawnExamples(shipped),
    described: drawnNegatives(catalogue),
    rows: drawnRows(shipped, rowPages(catalogue)),
  }
  return photoFolds(set.photos).map((heldOut) => {
    const isFitted = (photo: string | undefined) => photo === undefined || !heldOut.has(photo)
    return {
      heldOut,
      posterior: fitPosterior([...labels.filter(({ photo }) => isFitted(photo)), ...drawn.labels]),
      recognition: {
        unlisted: fitUnlisted([...described.filter(({ photo }) => isFitted(photo?.id)), ...drawn.described], catalogue),
        rows: fitRows([...menus.filter(({ photo }) => isFitted(photo)), ...drawn.rows]),
      },
    }
  })
}
