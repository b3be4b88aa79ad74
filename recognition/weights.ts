import type { UnlistedWeights } from './label/unlisted-model.ts'
import type { RowModel } from './menu/row-labels.ts'

/** Weights that replace the shipped ones, such as those fitted without the photo that is to be read. The catalogue has the posterior's. */
export interface RecognitionWeights {
  unlisted?: UnlistedWeights
  rows?: RowModel
}
