/** Imports into the catalogue, corrects it and exports it: `npm run catalogue`; see docs/operating.md. */
import { runOperatorCommand } from './operator-command.mjs'

/** Most objects of an import are short-lived: a small young generation takes no longer and halves peak memory. */
const MEMORY_FLAGS = ['--optimize-for-size', '--max-semi-space-size=2']

runOperatorCommand('catalogue', process.argv.slice(2), MEMORY_FLAGS)
