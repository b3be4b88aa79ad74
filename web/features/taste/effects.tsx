/** What the user likes more and less than other people, as the personal ratings add it up. */
import type { TasteEffect } from '#contracts'
import { traitText } from '#web/beer/for-you/reason.ts'
import { numberText } from '#web/language/formats.ts'
import { Card, SectionHeading } from '#web/ui/screen.tsx'
import { t } from './texts.ts'

const SHOWN_MAX = 6
const POINTS_MIN = 0.5

export function Effects({ effects }: { effects: readonly TasteEffect[] }) {
  const strongest = [...effects].sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return (
    <>
      <EffectList title={t('liked')} effects={strongest.filter(({ points }) => points >= POINTS_MIN)} />
      <EffectList title={t('disliked')} effects={strongest.filter(({ points }) => points <= -POINTS_MIN)} />
    </>
  )
}

function EffectList({ title, effects }: { title: string; effects: readonly TasteEffect[] }) {
  if (effects.length === 0) return null
  return (
    <section aria-label={title}>
      <SectionHeading>{title}</SectionHeading>
      <Card>
        <ul>
          {effects.slice(0, SHOWN_MAX).map((effect) => (
            <li
              key={`${effect.trait} ${effect.value}`}
              className="flex flex-wrap items-baseline justify-between gap-x-3 border-line px-4 py-2.5 not-first:border-t"
            >
              <span className="inline-block font-semibold [overflow-wrap:anywhere] first-letter:uppercase">
                {effectText(effect)}
              </span>
              <span className="text-[0.86rem] text-ink-3">
                {t('opinions', { count: effect.opinions })}
                <strong className="ml-2 text-ink-2">
                  {numberText(effect.points, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })}
                </strong>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** Many families have the name of one of their styles. */
function effectText(effect: TasteEffect): string {
  const text = traitText(effect)
  return effect.trait === 'family' ? t('family', { family: text }) : text
}
