/** The user's photo with a rectangle to drag around the part that is to be read. */
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import type { LabelBox, Position } from '#contracts'
import { afterKey, CORNERS, type Corner, dragged, type Grip } from './crop-box.ts'
import { t } from './texts.ts'

interface CropAreaProps {
  url: string
  box: LabelBox
  onChange: (box: LabelBox) => void
}

interface Drag {
  grip: Grip
  from: Position
  start: LabelBox
}

export function CropArea({ url, box, onChange }: CropAreaProps) {
  const photo = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag>(undefined)
  const hintId = useId()

  function positionOf({ clientX, clientY }: PointerEvent): Position {
    const { left, top, width, height } = photo.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-grip]')?.dataset.grip : null
    drag.current = { grip: isGrip(grip) ? grip : 'new', from: positionOf(event), start: box }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function onPointerMove(event: PointerEvent): void {
    if (!drag.current) return
    const { grip, start, from } = drag.current
    onChange(dragged(grip, start, from, positionOf(event)))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = afterKey(event.key, event.shiftKey, box)
    if (!next) return
    event.preventDefault()
    onChange(next)
  }

  const end = () => {
    drag.current = undefined
  }
  return (
    <div className="grid justify-items-center gap-2">
      <div
        ref={photo}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={end}
        onPointerCancel={end}
        className="relative cursor-crosshair touch-none overflow-clip rounded-2xl border border-line bg-black/40 select-none [-webkit-touch-callout:none]"
      >
        <img src={url} alt={t('cropArea.photo')} draggable={false} className="block max-h-[44dvh] max-w-full" />
        <button
          type="button"
          data-grip="whole"
          aria-label={t('cropArea.part')}
          aria-describedby={hintId}
          onKeyDown={onKeyDown}
          className="absolute cursor-move rounded-md border-2 border-amber shadow-[0_0_0_200vmax_#000a] forced-color-adjust-none"
          style={{ left: `${box.x}%`, top: `${box.y}%`, width: `${box.width}%`, height: `${box.height}%` }}
        >
          {CORNERS.map((corner) => (
            <span key={corner} data-grip={corner} className={`absolute grid size-11 place-items-center ${AT[corner]}`}>
              <span className="size-4 rounded-full border-2 border-stout bg-amber" />
            </span>
          ))}
        </button>
      </div>
      <p id={hintId} className="text-center text-ink-2 text-sm">
        {t('cropArea.hint')}
        <span className="sr-only"> {t('cropArea.keys')}</span>
      </p>
    </div>
  )
}

/** Centred on the corners. */
const AT: Record<Corner, string> = {
  'top-left': '-top-5.5 -left-5.5 cursor-nwse-resize',
  'top-right': '-top-5.5 -right-5.5 cursor-nesw-resize',
  'bottom-left': '-bottom-5.5 -left-5.5 cursor-nesw-resize',
  'bottom-right': '-right-5.5 -bottom-5.5 cursor-nwse-resize',
}

function isGrip(grip: string | null | undefined): grip is 'whole' | Corner {
  return grip === 'whole' || CORNERS.some((corner) => corner === grip)
}
