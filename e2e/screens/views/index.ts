/** Every screen in its main states, in the order of a first visit. */
import type { View } from '../stage.ts'
import { ACCOUNTS } from './accounts.ts'
import { COLLECTIONS } from './collections.ts'
import { FRONT, NOTICES } from './front.ts'
import { IMPORTS } from './imports.ts'
import { OWN_PICTURES } from './own-pictures.ts'
import { READINGS } from './readings.ts'
import { ROUNDS } from './rounds.ts'
import { SCAN_HOME } from './scan-home.ts'
import { SHARED_PICTURES } from './shared-pictures.ts'

export const VIEWS: readonly View[] = [
  ...FRONT,
  ...ACCOUNTS,
  ...SCAN_HOME,
  ...READINGS,
  ...ROUNDS,
  ...SHARED_PICTURES,
  ...OWN_PICTURES,
  ...COLLECTIONS,
  ...IMPORTS,
  ...NOTICES,
]
