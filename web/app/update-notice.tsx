/** Another version waits. It takes over when the user says so, never in the middle of something. */
import { takeNewVersion, useNewVersion } from '#web/device/app-version.ts'

export function UpdateNotice() {
  const isThere = useNewVersion()
  return (
    <div
      role="status"
      className="column pointer-events-none fixed inset-x-0 top-[max(0.9rem,env(safe-area-inset-top))] z-50 px-3.5"
    >
      {isThere && (
        <p className="pointer-events-auto mx-auto flex w-fit animate-toast items-center gap-3 rounded-full border border-line bg-bar py-1 pr-1.5 pl-4.5 font-semibold text-ink shadow-[0_16px_50px_#0008] backdrop-blur-xl">
          New version
          <button
            type="button"
            onClick={takeNewVersion}
            className="min-h-11 rounded-full bg-amber px-4.5 font-bold text-[#2a1503]"
          >
            Reload
          </button>
        </p>
      )}
    </div>
  )
}
