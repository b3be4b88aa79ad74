/** The picked beer with the reasons. */
import { Link } from 'wouter'
import { useBeerLink } from '#web/beer/use-beer-link.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/screen.tsx'
import type { Pick } from './arrange.ts'
import { t } from './texts.ts'

export function PickedBeer({ pick, onAnother }: { pick: Pick; onAnother: (() => void) | undefined }) {
  const { beer } = pick.row
  const { href, onClick } = useBeerLink(beer)
  return (
    <Card className="mb-4 animate-settle border-amber/50! p-4">
      <div role="status">
        <p className="machine text-accent-ink">{t('picked')}</p>
        <p className="display mt-2 text-[1.3rem] leading-tight">{beer.name}</p>
        <p className="mt-1 text-[0.88rem] text-ink-2">{pick.reason}</p>
      </div>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Link href={href} onClick={onClick} className={buttonClass('primary', 'min-h-11! flex-1 text-sm')}>
          {t('details')}
        </Link>
        {onAnother && (
          <Button variant="quiet" className="min-h-11! flex-1 text-sm" onClick={onAnother}>
            {t('another')}
          </Button>
        )}
      </div>
    </Card>
  )
}
