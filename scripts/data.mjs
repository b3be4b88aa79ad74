/** Backs up, restores and moves all data: `npm run backup -- <file>`; see docs/operating.md. */
import { runOperatorCommand } from './operator-command.mjs'

runOperatorCommand('data')
