/** What the user wrote about the beer: the latest journal entries with a note. */
import { useQuery } from '@tanstack/react-query'
import { listJournal, RATING_MAX } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { addressOfEntry } from '#web/beer/entry-sheet.tsx'
import { useTastingStatuses } from '#web/beer/tasting-status.tsx'
import { dateText, numberText } from '#web/language/formats.ts'
import { useRemovals } from '#web/undo/removals.ts'
import { t } from './texts.ts'

/** Earlier ones are in the journal. */
const NOTES_SHOWN = 3

export function OwnNotes({ beerId }: { beerId: number }) {
  const timesTried = useTastingStatuses()(beerId)?.timesTried ?? 0
  const removals = useRemovals()
  const { data } = useQuery({ ...queryOf(listJournal, { query: { beerId } }), enabled: timesTried > 0 })
  const noted = (data?.entries ?? [])
    .filter((entry) => entry.note !== null && !removals.isRemoved(addressOfEntry(entry)))
    .slice(0, NOTES_SHOWN)
  if (noted.length === 0) return null
  return (
    <section aria-labelledby="own-notes" className="mt-4 px-1">
      <h2 id="own-notes" className="text-[1.05rem]">
        {t('ownNotes.title')}
      </h2>
      <ul className="mt-1 grid gap-2.5">
        {noted.map(({ id, note, place, rating, triedAt }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <p className="text-[0.82rem] text-ink-3">
              {[dateText(triedAt), rating !== null && `${numberText(rating)}/${RATING_MAX}`, place]
                .filter(Boolean)
                .join('\u00a0· ')}
            </p>
            <p className="line-clamp-6 whitespace-pre-line text-ink-2">{note}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
