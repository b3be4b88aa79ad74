/** What is wrong with the shipped data. A warning is an unusual value that may be correct. */
export interface Problem {
  level: 'error' | 'warning'
  /** File and entry: 'belgium.yaml > Brasserie d'Orval > Orval'. */
  where: string
  message: string
}

export type Report = (level: Problem['level'], where: string, message: string) => void
