/** Checks the view for aiming problems every second. A hint appears after two checks agree. */
import { useEffect, useState } from 'react'
import { type AimProblem, aimOf } from '#web/device/aim.ts'
import { camera } from '#web/device/camera.ts'

const CHECK_INTERVAL_MS = 1_000

export function useAim(active: boolean): AimProblem | null {
  const [problem, setProblem] = useState<AimProblem | null>(null)

  useEffect(() => {
    if (!active) return
    let before: AimProblem | null = null
    let isOver = false
    async function check(): Promise<void> {
      const video = camera.video()
      const now = video ? await aimOf(video) : null
      if (isOver) return
      if (now === before) setProblem(now)
      before = now
    }
    const timer = setInterval(() => void check(), CHECK_INTERVAL_MS)
    return () => {
      isOver = true
      clearInterval(timer)
      setProblem(null)
    }
  }, [active])

  return problem
}
