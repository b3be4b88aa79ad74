/** Says that the device is offline; what the screens show may then be stored responses. */
import { useOnline } from '#web/device/page.ts'
import { t } from './texts.ts'

export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <p
      role="status"
      className={
        isOnline
          ? 'sr-only'
          : 'offline-badge pointer-events-none z-40 rounded-full bg-amber px-2.5 py-0.5 text-[0.72rem] font-bold text-[#2a1503]'
      }
    >
      {!isOnline && (
        <>
          {t('offline')}
          <span className="sr-only">. {t('offlineLine')}</span>
        </>
      )}
    </p>
  )
}
