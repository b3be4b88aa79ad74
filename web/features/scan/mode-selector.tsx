/** Selects what to photograph, or upload. */
import { busyFieldset } from '#web/ui/button.tsx'
import type { Mode } from './capture-work.ts'
import { t } from './texts.ts'

const MODES: readonly Mode[] = ['single', 'fridge', 'menu']
const CHIP =
  'min-h-11 rounded-full px-[min(1rem,3.6vw)] text-[0.86rem] font-semibold text-foam/85 transition-colors hover:text-foam aria-pressed:bg-foam/14 aria-pressed:text-foam aria-pressed:shadow-[inset_0_0_0_1px_#fdf4e340]'

interface ModeSelectorProps {
  mode: Mode
  onMode: (mode: Mode) => void
  onUpload: () => void
  isBusy: boolean
}

export function ModeSelector({ mode, onMode, onUpload, isBusy }: ModeSelectorProps) {
  return (
    // The picture of the camera shows through no busy button.
    <div className="mx-auto w-fit max-w-full rounded-[1.5rem] bg-stout/92">
      <fieldset {...busyFieldset(isBusy, 'flex flex-wrap justify-center gap-0.5 p-0.5')}>
        <legend className="sr-only">{t('scanMode')}</legend>
        {MODES.map((one) => (
          <button key={one} type="button" aria-pressed={mode === one} onClick={() => onMode(one)} className={CHIP}>
            {t(`modes.${one}`)}
          </button>
        ))}
        <button type="button" onClick={onUpload} className={CHIP}>
          {t('modes.upload')}
        </button>
      </fieldset>
    </div>
  )
}
