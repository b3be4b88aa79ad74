/** Prints invitations and reset links: `npm run accounts -- invite`; see docs/operating.md. */
import { runOperatorCommand } from './operator-command.mjs'

runOperatorCommand('accounts')
