/** A check of an installation: a name, and what it finds. */
export interface Check {
  name: string
  /** Resolves to what is fine. @throws Problem, or any error, whose message is then the problem */
  run(): Promise<string>
}

/** What is wrong, and what to do about it. */
export class Problem extends Error {
  override name = 'Problem'
  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message)
  }
}

/** Runs the checks one after the other; resolves to true if all are fine. */
export async function runChecks(checks: Check[], print: (line: string) => void): Promise<boolean> {
  let isFine = true
  for (const { name, run } of checks) {
    try {
      print(`ok     ${name}: ${await run()}`)
    } catch (error) {
      isFine = false
      const message = error instanceof Error ? error.message : String(error)
      print(`wrong  ${name}: ${message}${error instanceof Problem ? ` ${error.remedy}` : ''}`)
    }
  }
  return isFine
}
