/** 'This is a menu': the same picture read as another scene, with one tap and without a second photo. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ScanContext } from '#contracts'
import { type CapturedImage, handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'

export const TEXTS = {
  label: 'Read as something else',
  lead: 'Read it differently:',
  scenes: { single_beer: 'One beer', multiple_beers: 'Several beers', menu: 'This is a menu' },
} as const

type Scene = keyof typeof TEXTS.scenes
const SCENES: readonly Scene[] = ['single_beer', 'multiple_beers', 'menu']

/** What an answer read its picture as. */
export function sceneOf(context: ScanContext): Scene {
  if (context === 'menu') return 'menu'
  return context === 'multiple_beers' || context === 'fridge' ? 'multiple_beers' : 'single_beer'
}

interface OtherSceneProps {
  image: CapturedImage
  /** What it was read as; nothing that was found is no answer in any scene. */
  readAs: Scene | null
  className?: string
}

export function OtherScene({ image, readAs, className = '' }: OtherSceneProps) {
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)

  /** A new scan of the same picture; what it was read as before stays in the history. */
  async function readAgain(context: Scene): Promise<void> {
    setBusy(true)
    const { id } = await outbox.add(image.photo, context)
    handoff.leaveImage({ id, photo: image.photo, context })
    handoff.comingFrom('/')
    navigate('/processing', { state: { scanId: id } })
  }

  return (
    <fieldset disabled={isBusy} className={`flex min-w-0 flex-wrap items-center gap-2 ${className}`}>
      <legend className="sr-only">{TEXTS.label}</legend>
      <span aria-hidden="true" className="text-ink-3 text-sm">
        {TEXTS.lead}
      </span>
      <div className="flex flex-wrap gap-2">
        {SCENES.filter((scene) => scene !== readAs).map((scene) => (
          <button
            key={scene}
            type="button"
            onClick={() => void readAgain(scene)}
            className="min-h-11 rounded-full border border-line bg-surface px-3.5 text-[0.85rem] font-semibold text-ink-2 transition-transform active:scale-95 disabled:opacity-50"
          >
            {TEXTS.scenes[scene]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
