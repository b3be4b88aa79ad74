import { Link } from 'wouter'
import { buttonClass } from '#web/ui/button.tsx'
import { t } from './texts.ts'

/** The way on where a menu has nothing to show. */
export function ToScan() {
  return (
    <Link href="/" className={buttonClass()}>
      {t('scan')}
    </Link>
  )
}
