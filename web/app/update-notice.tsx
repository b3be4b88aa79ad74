/** Offers a new version. It is applied when the user says so, never in the middle of something. */
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { onUnreadableResponse } from '#web/api/call.ts'
import { applyNewVersion, checkForNewVersion, useHasNewVersion } from '#web/device/app-version.ts'
import { t } from './texts.ts'

export function UpdateNotice() {
  const hasNewVersion = useHasNewVersion()
  useEffect(
    () =>
      onUnreadableResponse(() => {
        // The caller already reports the error; without a network there is no version to find.
        checkForNewVersion().catch(() => undefined)
      }),
    [],
  )
  return (
    <div
      role="status"
      data-stays={hasNewVersion || undefined}
      className="toasts pointer-events-none inset-x-0 z-50 grid place-items-center px-3.5"
    >
      {hasNewVersion && (
        <button
          type="button"
          onClick={applyNewVersion}
          className="pointer-events-auto flex min-h-11 animate-toast items-center gap-2.5 rounded-full bg-amber px-5 font-bold text-[#2a1503] shadow-[0_16px_50px_#0008]"
        >
          <RotateCw size={18} aria-hidden="true" />
          {t('newVersion')}
        </button>
      )}
    </div>
  )
}
