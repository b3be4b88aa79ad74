/** Says that the device is offline; what the screens show may then be stored responses. */
import { useOnline } from '#web/device/page.ts'

export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <p
      role="status"
      className={
        isOnline
          ? 'sr-only'
          : 'machine column fixed inset-x-0 bottom-0 z-40 mx-auto w-fit max-w-none rounded-t-lg bg-amber px-3 pt-1 pb-[max(0.2rem,env(safe-area-inset-bottom))] text-[#2a1503]'
      }
    >
      {isOnline ? '' : 'Offline · photos will be sent later'}
    </p>
  )
}
