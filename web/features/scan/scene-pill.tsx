/** Names the detected scene; a tap opens the help. */
import { Beer, ChevronDown, Refrigerator, ScrollText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type OtherDrink, SCENE_CONFIDENCE_MIN } from '#contracts'
import type { DetectedScene } from '#web/api/scene.ts'
import { percentText } from '#web/language/formats.ts'
import { t } from './texts.ts'

/** In the order of the help's lines. */
const HELP_ICONS = [Beer, Refrigerator, ScrollText]

interface ScenePillProps {
  scene: DetectedScene | null
  nothingFound: boolean
  /** The drink on the photo on which nothing was found. */
  otherDrink: OtherDrink | null
  isOpen: boolean
  onToggle: () => void
  children?: ReactNode
}

type Finding = Pick<ScenePillProps, 'scene' | 'nothingFound' | 'otherDrink'>

const isRecognised = (scene: DetectedScene) => scene.confidence > SCENE_CONFIDENCE_MIN

/** An assumed scene was not measured. */
function isMeasured({ scene, nothingFound }: Finding): boolean {
  return !nothingFound && scene !== null && isRecognised(scene) && !scene.isFallback
}

/** Without the percentage, which changes with each frame: screen readers would repeat it. */
function findingText({ scene, nothingFound, otherDrink }: Finding): string {
  if (nothingFound)
    return `${t('noBeer')} · ${otherDrink ? t('looksLike', { drink: otherDrink.name }) : t('tryCloser')}`
  return scene && isRecognised(scene) ? t(`scenes.${scene.context}`) : t('prompt')
}

export function pillText(finding: Finding): string {
  const text = findingText(finding)
  return isMeasured(finding) ? `${text} · ${percentText(finding.scene?.confidence ?? 0)}` : text
}

export function ScenePill({ scene, nothingFound, otherDrink, isOpen, onToggle, children }: ScenePillProps) {
  const finding = { scene, nothingFound, otherDrink }
  const helpId = useId()
  const isSure = isMeasured(finding)
  return (
    <div className="relative grid justify-items-center">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={helpId}
        onClick={onToggle}
        className="flex min-h-11 max-w-full items-center gap-[clamp(0.5rem,2.5vw,0.625rem)] rounded-full border border-amber/35 bg-stout/85 py-2 pr-3 pl-4 text-[min(0.88rem,4vw)] font-semibold text-balance"
      >
        <span
          aria-hidden="true"
          className={`size-2.25 shrink-0 rounded-full ${isSure ? 'bg-hop shadow-[0_0_12px_var(--color-hop)]' : 'bg-amber/70'}`}
        />
        {pillText(finding)}
        <ChevronDown
          size={16}
          aria-hidden="true"
          className={`shrink-0 opacity-70 transition-transform ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <p role="status" className="sr-only">
        {findingText(finding)}
      </p>
      <div
        id={helpId}
        // Laid out before the tap that shows it: the layout was a third of the wait on a slow phone.
        style={{ visibility: isOpen ? undefined : 'hidden' }}
        className={`absolute top-full z-10 mt-2 max-h-[70dvh] w-full max-w-[21rem] overflow-y-auto ${isOpen ? 'animate-settle' : ''} rounded-card border border-line bg-stout px-5 py-4 text-left shadow-[0_20px_60px_#000a]`}
      >
        <h2 className="text-[1.05rem]">{t('help.title')}</h2>
        <ul className="mt-3 grid gap-3 text-[0.88rem] text-ink-2">
          {t('help.lines')
            .split('\n')
            .map((line, index) => {
              const Icon = HELP_ICONS[index] ?? Beer
              return (
                <li key={line} className="flex gap-3">
                  <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-amber" />
                  {line}
                </li>
              )
            })}
        </ul>
        {children}
      </div>
    </div>
  )
}
