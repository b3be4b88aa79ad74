/** On Linux: the processes that a process started and that run this program, named by a part of their command line. */
import { readFileSync } from 'node:fs'

export function childrenOf(pid: number, program: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.map(Number).filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(program))
}
