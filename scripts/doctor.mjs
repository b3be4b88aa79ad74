/** Checks an installation: `npm run doctor`; see docs/operating.md. */
import { runOperatorCommand } from './operator-command.mjs'

runOperatorCommand('doctor')
