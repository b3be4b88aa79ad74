/** Scans the same photo again as another kind of scene. */
import type { ScanContext } from '#contracts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { busyFieldset } from '#web/ui/button.tsx'
import { t } from './texts.ts'
import { useScanAgain } from './use-scan-again.ts'

const SCENES = ['single_beer', 'multiple_beers', 'menu'] as const
type Scene = (typeof SCENES)[number]

/** The scene a result was processed as. */
export function sceneOf(context: ScanContext): Scene {
  if (context === 'menu') return 'menu'
  return context === 'multiple_beers' || context === 'fridge' ? 'multiple_beers' : 'single_beer'
}

interface ReprocessAsProps {
  image: CapturedImage
  /** The scene the photo was processed as; null offers all of them, as after an empty scan. */
  processedAs: Scene | null
  className?: string
}

export function ReprocessAs({ image, processedAs, className = '' }: ReprocessAsProps) {
  const { isBusy, scanAgain } = useScanAgain()
  return (
    <fieldset {...busyFieldset(isBusy, `flex min-w-0 flex-wrap items-center gap-2 ${className}`)}>
      <legend className="sr-only">{t('reprocessAs.label')}</legend>
      <span aria-hidden="true" className="text-ink-3 text-sm">
        {t('reprocessAs.lead')}
      </span>
      <div className="flex flex-wrap gap-2 max-[22rem]:gap-1.5">
        {SCENES.filter((scene) => scene !== processedAs).map((scene) => (
          <button
            key={scene}
            type="button"
            onClick={() => void scanAgain(image.photo, scene)}
            className="min-h-11 rounded-full border border-line bg-surface px-3 max-[22rem]:px-2 text-[0.85rem] font-semibold text-ink-2 transition-transform active:scale-95"
          >
            {t(`reprocessAs.scenes.${scene}`)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
