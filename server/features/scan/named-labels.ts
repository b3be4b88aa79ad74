/**
 * The labels whose beer a user named by correcting a scan. When recognition makes the same mistake on such a label again, its user
 * gets the named beer; `labelSimilarity` says which texts are of one label. The user is asked if the text is the name of the beer that was
 * recognised: its own label reads the same.
 */
import { and, desc, eq, inArray } from 'drizzle-orm'
import { labelSimilarity, labelWords, printsWholeName, type ReadLabel } from '#catalogue/identity'
import { NAMED_LABELS_PER_USER_MAX } from '#contracts'
import { CANDIDATES_MAX, type Sighting } from '#recognition'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, breweries, namedLabels as table } from '../../adapters/db/schema.ts'
import { visibleTo } from '../../core/beers/beer-store.ts'
import type { ItemRow } from './to-scan.ts'

/**
 * From here on two texts are of one label. Measured on photographed shelves whose beers were removed from the catalogue: of 18 pairs of
 * labels that were taken for the same wrong beer, 17 are alike (6 from 0.7 on); of 18 pairs of labels of one unlisted beer 16 are, and of
 * 672 pairs of different ones one.
 */
const SIMILARITY_MIN = 0.5
/** 0-1. Less than that of a barcode, which is the same on every photo. */
const NAMED_CONFIDENCE = 0.9
/** 0-1. One of two beers; the user is asked below `DOUBTFUL_BELOW_PERCENT`. */
const ASKED_CONFIDENCE = 0.5

interface NamedLabel {
  id: number
  /** The listed beer that recognition takes the label for; null for an unlisted one. */
  wrongBeerId: number | null
  beerId: number
  words: ReadonlySet<string>
}

/** A label as read, and what recognition takes it for. */
interface Taken extends ReadLabel {
  beerId: number | null
}

export function namedLabels(conn: Conn) {
  return {
    of: (userId: number) => ({
      /** Remembers that the label of a row is not of the row's beer but of this one. Call it in a transaction. */
      async remember(row: ItemRow, beerId: number): Promise<void> {
        const words = labelWords(row.readText)
        const text = { lines: row.readText, names: [], breweries: [], isListed: true }
        if (beerId === row.beerId || row.byBarcode || labelSimilarity(text)(words) === 0) return
        const labels = await labelsOf(conn, userId)
        const wasNamed = row.byCorrection || row.confidence === null
        const taken = await takenFor(conn, row)
        const known = wasNamed
          ? mostSimilar(
              labels.filter((label) => label.beerId === row.beerId),
              text,
            )
          : mostSimilar(labels.filter(isMistakeOf(taken)), taken)
        if (known) return await change(known, beerId)
        // The label has been forgotten, and with it what recognition takes it for.
        if (row.byCorrection) return
        await conn
          .insert(table)
          .values({ userId, readText: row.readText, wrongBeerId: taken.beerId, beerId, namedAt: new Date() })
        await forgetOldest(conn, userId)
      },

      /**
       * Reads the user's labels; the returned function gives sightings the beers that the user named. The beer that was recognised becomes the
       * first alternative.
       */
      async recall(): Promise<(sighting: Sighting) => Sighting> {
        const labels = await labelsOf(conn, userId)
        if (labels.length === 0) return (sighting) => sighting
        const described = await describedBeers(
          conn,
          labels.flatMap(({ wrongBeerId }) => wrongBeerId ?? []),
        )
        return (sighting) => {
          const taken = takenIn(sighting, described)
          const known = taken && mostSimilar(labels.filter(isMistakeOf(taken)), taken)
          if (!known) return sighting
          const isInDoubt = taken.isListed && printsWholeName(known.words, taken.names)
          return asNamed(sighting, known.beerId, isInDoubt ? ASKED_CONFIDENCE : NAMED_CONFIDENCE)
        }
      },
    }),
  }

  async function change({ id, wrongBeerId }: NamedLabel, beerId: number): Promise<void> {
    const isLabel = eq(table.id, id)
    if (beerId === wrongBeerId) await conn.delete(table).where(isLabel)
    else await conn.update(table).set({ beerId, namedAt: new Date(), importId: null }).where(isLabel)
  }
}

/** Newest first, without those whose beer is no longer in the catalogue. */
async function labelsOf(conn: Conn, userId: number): Promise<NamedLabel[]> {
  const { id, wrongBeerId, beerId, readText } = table
  const rows = await conn
    .select({ id, wrongBeerId, beerId, readText })
    .from(table)
    .innerJoin(beers, and(eq(beers.id, beerId), visibleTo(userId)))
    .where(eq(table.userId, userId))
    .orderBy(desc(table.namedAt), desc(id))
  return rows.map(({ readText: lines, ...label }) => ({ ...label, words: labelWords(lines) }))
}

async function forgetOldest(conn: Conn, userId: number): Promise<void> {
  const oldest = conn
    .select({ id: table.id })
    .from(table)
    .where(eq(table.userId, userId))
    .orderBy(desc(table.namedAt), desc(table.id))
    .offset(NAMED_LABELS_PER_USER_MAX)
  await conn.delete(table).where(inArray(table.id, oldest))
}

const isMistakeOf =
  ({ beerId }: Taken) =>
  ({ wrongBeerId }: NamedLabel) =>
    wrongBeerId === beerId

function mostSimilar(labels: readonly NamedLabel[], read: ReadLabel): NamedLabel | undefined {
  const similarityTo = labelSimilarity(read)
  let best = { label: undefined as NamedLabel | undefined, similarity: 0 }
  for (const label of labels) {
    const similarity = similarityTo(label.words)
    if (similarity > best.similarity) best = { label, similarity }
  }
  return best.similarity >= SIMILARITY_MIN ? best.label : undefined
}

type Described = Omit<Taken, 'lines'>

async function describedBeers(conn: Conn, ids: readonly number[]): Promise<Map<number, Described>> {
  if (ids.length === 0) return new Map()
  const { id, name, aliases, breweryText, ownerId } = beers
  const rows = await conn
    .select({ id, name, aliases, breweryText, ownerId, brewery: breweries.name, breweryAliases: breweries.aliases })
    .from(beers)
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .where(inArray(id, [...new Set(ids)]))
  return new Map(
    rows.map((row) => {
      const isListed = row.ownerId === null
      const names = [row.name, ...row.aliases]
      const named = [row.brewery, row.breweryText, ...(row.breweryAliases ?? [])]
      const breweries = named.filter((brewery) => brewery !== null)
      return [row.id, { beerId: isListed ? row.id : null, names, breweries, isListed }]
    }),
  )
}

async function takenFor(conn: Conn, { beerId, readText }: ItemRow): Promise<Taken> {
  const beer = (await describedBeers(conn, [beerId])).get(beerId)
  if (!beer) throw new Error(`the beer ${beerId} of a scan does not exist`)
  return { ...beer, lines: readText }
}

/** Undefined if no label was read, or if it is certain that the user has named none that was taken for this beer. */
function takenIn(sighting: Sighting, described: ReadonlyMap<number, Described>): Taken | undefined {
  const { verdict, origin, candidates, printed, evidence: lines } = sighting
  if (verdict === 'unread-container' || origin === 'barcode') return undefined
  if (verdict === 'unlisted') {
    const [name, brewery] = [printed.name ?? [], printed.brewery ?? []]
    return { beerId: null, names: [name].flat(), breweries: [brewery].flat(), isListed: false, lines }
  }
  const beer = described.get(candidates[0]?.beerId ?? 0)
  return beer && { ...beer, lines }
}

function asNamed(sighting: Sighting, beerId: number, confidence: number): Sighting {
  const others = sighting.candidates
    .filter((candidate) => candidate.beerId !== beerId)
    .map((candidate) => ({ ...candidate, confidence: Math.min(candidate.confidence, 1 - confidence) }))
  return {
    ...sighting,
    verdict: 'listed',
    origin: 'correction',
    candidates: [{ beerId, confidence }, ...others].slice(0, CANDIDATES_MAX),
    confidence,
    fieldConfidence: { name: confidence, brewery: confidence, style: confidence, abv: confidence },
    estimates: null,
  }
}
