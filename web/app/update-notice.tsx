/** Another version waits. It takes over when the user says so, never in the middle of something. */
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { onUnreadable } from '#web/api/call.ts'
import { lookForNewVersion, takeNewVersion, useNewVersion } from '#web/device/app-version.ts'

export function UpdateNotice() {
  const isThere = useNewVersion()
  useEffect(
    () =>
      onUnreadable(() => {
        // Whoever called is told already; without a network there is nothing to find.
        lookForNewVersion().catch(() => undefined)
      }),
    [],
  )
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[max(0.9rem,env(safe-area-inset-top))] z-50 grid place-items-center px-3.5"
    >
      {isThere && (
        <button
          type="button"
          onClick={takeNewVersion}
          className="pointer-events-auto flex min-h-11 animate-toast items-center gap-2.5 rounded-full bg-amber px-5 font-bold text-[#2a1503] shadow-[0_16px_50px_#0008]"
        >
          <RotateCw size={18} aria-hidden="true" />
          New version, reload
        </button>
      )}
    </div>
  )
}
