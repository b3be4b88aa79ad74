/** The cards, one at a time: an answer leads to the next, and earlier ones can be changed. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { type Beer, TASTE_ANSWERS, TASTE_CARDS, type TasteCard } from '#contracts'
import { abvText, breweryText } from '#web/beer/beer-facts.ts'
import { BeerShot } from '#web/beer/beer-picture.tsx'
import { styleText } from '#web/beer/styles/style-text.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Card } from '#web/ui/screen.tsx'
import { Suggestions } from './suggestions.tsx'
import { t } from './texts.ts'
import { useAnswer } from './use-answer.ts'

export function CardDeck({ cards }: { cards: readonly TasteCard[] }) {
  const [isLong, setLong] = useState(cards.slice(TASTE_CARDS).some(({ answer }) => answer !== null))
  const deck = isLong ? cards : cards.slice(0, TASTE_CARDS)
  const open = deck.findIndex(({ answer }) => answer === null)
  const [index, setIndex] = useState(open < 0 ? deck.length : open)
  const answer = useAnswer()
  const current = deck[index]
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusFallback(current === undefined, heading)
  if (!current) {
    const more = cards.length > deck.length
    return (
      <Done
        heading={heading}
        onMore={
          more
            ? () => {
                setLong(true)
                setIndex(deck.length)
              }
            : undefined
        }
        onChange={() => setIndex(0)}
      />
    )
  }
  const { beer } = current
  const progress = t('progress', { card: index + 1, cards: deck.length })
  return (
    <section aria-label={t('cards')}>
      <Card className="overflow-hidden">
        <div className="dusk relative h-44 bg-[radial-gradient(90%_90%_at_50%_20%,#d98a2b,#6d3b14_60%,#120d09_100%)]">
          <BeerShot key={beer.id} beer={beer} className="absolute inset-x-0 top-[10%] mx-auto h-[82%] animate-settle" />
        </div>
        <div className="p-4">
          <div role="status">
            <span className="sr-only">{t('card', { progress, beer: beer.name })}</span>
          </div>
          <h2 ref={heading} tabIndex={-1} className="text-[1.35rem] leading-tight [overflow-wrap:break-word]">
            {beer.name}
          </h2>
          <p className="mt-1 text-[0.9rem] text-ink-2">{factsOf(beer)}</p>
          <p className="mt-3 mb-2 font-semibold">{t('cards')}</p>
          <div className="grid gap-2">
            {TASTE_ANSWERS.map((each) => (
              <Button
                key={each}
                variant={each === 'more' ? 'primary' : 'quiet'}
                aria-pressed={current.answer === each}
                className="min-h-12! aria-pressed:outline-2 aria-pressed:outline-accent-ink"
                onClick={({ detail: taps }) => {
                  // The next card is there by the second tap of a double tap.
                  if (taps > 1) return
                  void answer(beer.id, each)
                  setIndex(index + 1)
                }}
              >
                {t(`answer.${each}`)}
              </Button>
            ))}
          </div>
        </div>
      </Card>
      <div className="mt-2.5 flex items-center gap-2">
        <Step label={t('previous')} isPossible={index > 0} onStep={() => setIndex(index - 1)}>
          <ChevronLeft size={22} />
        </Step>
        <div className="min-w-0 flex-1">
          <ProgressBar percent={(100 * index) / deck.length} label={progress} />
          <p aria-hidden="true" className="machine mt-1.5 text-center text-ink-3">
            {progress}
          </p>
        </div>
        <Step label={t('next')} isPossible={current.answer !== null} onStep={() => setIndex(index + 1)}>
          <ChevronRight size={22} />
        </Step>
      </div>
    </section>
  )
}

interface StepProps {
  label: string
  isPossible: boolean
  onStep: () => void
  children: ReactNode
}

/** Not `disabled` where it leads nowhere: it would lose the focus of those who got there with it. */
function Step({ label, isPossible, onStep, children }: StepProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={!isPossible}
      onClick={() => isPossible && onStep()}
      className="aria-disabled:opacity-50"
    >
      {children}
    </IconButton>
  )
}

function factsOf(beer: Beer): string {
  return [breweryText(beer), styleText(beer.style), beer.abv !== null && abvText(beer.abv)]
    .filter(Boolean)
    .join('\u00a0· ')
}

interface DoneProps {
  heading: RefObject<HTMLHeadingElement | null>
  onMore: (() => void) | undefined
  onChange: () => void
}

function Done({ heading, onMore, onChange }: DoneProps) {
  return (
    <>
      <Card as="article" className="p-4">
        <h2 ref={heading} tabIndex={-1} className="text-[1.2rem] leading-tight">
          {t('done')}
        </h2>
        <p className="mt-1 text-ink-2">{t('doneLine')}</p>
        <div className="mt-3 flex flex-wrap gap-2.5">
          {onMore && (
            <Button className="flex-[1_1_9rem]" onClick={onMore}>
              {t('goOn')}
            </Button>
          )}
          <Button variant="quiet" className="flex-[1_1_9rem]" onClick={onChange}>
            {t('change')}
          </Button>
        </div>
      </Card>
      <Suggestions />
    </>
  )
}
