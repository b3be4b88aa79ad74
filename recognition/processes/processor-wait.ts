/** How long a process has waited for a processor, so that a reader on a busy machine is not taken for one that hangs. */
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Starts to watch the process `pid`. The returned function gives the milliseconds, since then, in which the thread that waited longest
 * was ready to run while others had the processors: near 0 for a process that works or sleeps. Always 0 where the system
 * does not say, as on macOS and Windows.
 * Source: the second figure of `/proc/<pid>/task/<tid>/schedstat`, in nanoseconds (Linux, Documentation/scheduler/sched-stats.rst).
 */
export function watchProcessorWait(pid: number | undefined): () => number {
  const before = waitsOf(pid)
  return () => {
    let longest = 0
    for (const [thread, nanoseconds] of waitsOf(pid)) {
      longest = Math.max(longest, nanoseconds - (before.get(thread) ?? 0))
    }
    return longest / 1e6
  }
}

/** Nanoseconds by thread; empty where the system does not say, or when the process has ended. */
function waitsOf(pid: number | undefined): Map<string, number> {
  const waits = new Map<string, number>()
  if (pid === undefined) return waits
  const folder = `/proc/${pid}/task`
  for (const thread of orElse(() => readdirSync(folder), [])) {
    const [, waited] = orElse(() => readFileSync(`${folder}/${thread}/schedstat`, 'utf8'), '').split(' ')
    if (waited) waits.set(thread, Number(waited))
  }
  return waits
}

/** Threads and processes may end while they are looked at. */
function orElse<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}
