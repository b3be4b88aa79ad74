/** Camera controls: tap to focus, zoom, lens switch, torch, and aiming hints. */
import { Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { AimProblem } from '#web/device/aim.ts'
import { camera, useCameraControls, useTorch } from '#web/device/camera.ts'
import type { ZoomRange } from '#web/device/track-controls.ts'
import { decimalText } from '#web/language/formats.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export function CameraControls() {
  const { lenses, zoom, canFocus } = useCameraControls()
  return (
    <>
      {canFocus && <FocusArea />}
      <Torch />
      {lenses.length > 1 && (
        <button
          type="button"
          aria-label={t('switchLens')}
          title={t('switchLens')}
          onClick={() => void camera.switchLens()}
          className={`right-2 ${CORNER}`}
        >
          <SwitchCamera size={20} aria-hidden="true" />
        </button>
      )}
      {zoom && <Zoom range={zoom} />}
    </>
  )
}

const CORNER =
  'absolute top-2 grid size-11 place-items-center rounded-full bg-stout/75 text-foam transition-transform active:scale-95 aria-pressed:bg-amber aria-pressed:text-[#2a1503]'

function Zoom({ range }: { range: ZoomRange }) {
  const text = `${decimalText(range.value)}×`
  return (
    <label className="absolute inset-x-8 bottom-2 mx-auto flex max-w-64 items-center gap-2.5 rounded-full bg-stout/75 px-4 text-foam">
      <span className="sr-only">{t('zoom')}</span>
      <input
        type="range"
        min={range.min}
        max={range.max}
        step={range.step}
        value={range.value}
        aria-valuetext={text}
        onChange={(event) => void camera.zoomTo(event.target.valueAsNumber)}
        className="h-11 min-w-0 flex-1 accent-amber"
      />
      <span aria-hidden="true" className="machine w-9 shrink-0 text-right">
        {text}
      </span>
    </label>
  )
}

const MARK_MS = 900

/** A tap focuses at its position, the keyboard in the centre. */
function FocusArea() {
  const [mark, setMark] = useState<{ x: number; y: number }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function focus(event: MouseEvent<HTMLButtonElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    const isTap = event.detail > 0
    setMark(
      isTap ? { x: event.clientX - box.left, y: event.clientY - box.top } : { x: box.width / 2, y: box.height / 2 },
    )
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setMark(undefined), MARK_MS)
    void camera.focusAt(isTap ? event : undefined)
  }

  return (
    <button type="button" aria-label={t('focus')} onClick={focus} className="absolute inset-0 rounded-[18px]">
      {mark && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-14 -translate-1/2 animate-fade rounded-full border-2 border-amber"
          style={{ left: mark.x, top: mark.y }}
        />
      )}
    </button>
  )
}

function Torch() {
  const torch = useTorch()
  const toast = useToast()
  if (!torch.available) return null
  const Icon = torch.on ? FlashlightOff : Flashlight
  return (
    <button
      type="button"
      aria-label={t('torch')}
      aria-pressed={torch.on}
      onClick={() => void camera.toggleTorch().catch(() => toast({ title: t('couldntSwitchTheTorch') }))}
      className={`left-2 ${CORNER}`}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  )
}

/** What keeps a photo from being read, visible and announced. */
export function AimHint({ problem }: { problem: AimProblem | 'unclear' | null }) {
  return (
    <p role="status" className="pointer-events-none absolute inset-x-0 top-3 grid justify-items-center px-14">
      {problem && (
        <span className="animate-settle rounded-full bg-amber px-3.5 py-1.5 text-center text-[0.86rem] font-bold text-[#2a1503]">
          {t(`aim.${problem}`)}
        </span>
      )}
    </p>
  )
}
