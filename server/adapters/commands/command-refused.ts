/** The input of a command is wrong, or the command cannot run now; the message tells the operator why. The server itself is fine. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
