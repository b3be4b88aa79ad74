/** What the operator's programs have in common: help on the standard output, and one line on the standard error for wrong use. */
import { withoutStatement } from './adapters/failed-statement.ts'
import { ConfigProblems } from './config.ts'

/** EX_CONFIG, as the server ends with it. */
const WRONG_SETTINGS = 78

interface OperatorProgram {
  /** As npm runs it: `npm run accounts`. */
  name: string
  usage: string
  run(args: string[]): Promise<void>
}

/** The message says what is wrong with the arguments. */
export class WrongUse extends Error {
  override name = 'WrongUse'
}

/** `--help` prints the usage and does nothing else. */
export async function runProgram({ name, usage, run }: OperatorProgram, args = process.argv.slice(2)): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(usage)
  try {
    await run(args)
  } catch (error) {
    const message = messageOf(withoutStatement(error))
    console.error(error instanceof WrongUse ? `${message} See: npm run ${name} -- --help` : message)
    process.exitCode = error instanceof ConfigProblems ? WRONG_SETTINGS : 1
  }
}

function messageOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, path }: NodeJS.ErrnoException = error
  return code === undefined || path === undefined ? error.message : `${path} cannot be used (${code}).`
}
