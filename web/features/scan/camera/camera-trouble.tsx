/** Why there is no live picture, and how to go on without one. */
import { CameraOff } from 'lucide-react'
import { Link } from 'wouter'
import { camera } from '#web/device/camera.ts'
import type { CameraState } from '#web/device/camera-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { t } from './texts.ts'

interface CameraTroubleProps {
  state: Exclude<CameraState, 'off' | 'asking' | 'live'>
  onGallery: () => void
}

export function CameraTrouble({ state, onGallery }: CameraTroubleProps) {
  return (
    <div
      role="alert"
      className="grid max-w-[18.5rem] animate-settle justify-items-center gap-2 rounded-card border border-line bg-stout/85 px-5 py-4 text-center backdrop-blur-md"
    >
      <CameraOff size={26} aria-hidden="true" className="text-amber" />
      <h2 className="text-[1.15rem] leading-tight">{t(`trouble.${state}.title`)}</h2>
      <p className="text-[0.9rem] text-ink-2">{t(`trouble.${state}.line`)}</p>
      <div className="mt-2 grid w-full gap-2">
        {state === 'busy' && (
          <Button className="min-h-11! text-sm" onClick={() => void camera.start()}>
            {t('tryAgain')}
          </Button>
        )}
        <Button variant={state === 'busy' ? 'quiet' : 'primary'} className="min-h-11! text-sm" onClick={onGallery}>
          {t('chooseAPhoto')}
        </Button>
        <Link href="/search" className={buttonClass('quiet', 'min-h-11! text-sm')}>
          {t('searchByName')}
        </Link>
      </div>
    </div>
  )
}
