import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { t } from './texts.ts'

/** As `index.html`, which waits for the first files. */
const LATE_MS = 8_000

/** A way on for what waits for code: the browser gives up much later, or never. */
export function LateNotice() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 grid justify-items-center px-5 above-tabs">
      {isLate && (
        <div className="grid justify-items-center gap-3 rounded-2xl bg-ground p-4">
          {t('late')}
          <Button onClick={() => location.reload()}>{t('reload')}</Button>
        </div>
      )}
    </div>
  )
}
