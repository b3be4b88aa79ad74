/** Parses the scans of our JSON export. */
import { z } from 'zod'
import { MENU_BEERS_MAX, RECOGNITION_ORIGINS, SCAN_TYPES } from '#contracts'
import {
  Barcode,
  firstInvalidField,
  Ibu,
  NAME_MAX,
  NamedBeerSchema,
  Percent,
  parseJson,
  ReadText,
  Text,
  Time,
  textUpTo,
} from './export-fields.ts'
import { EMPTY_SIGHTING, type NamedScan, type NamedSighting, type OwnRecord, TOO_MANY_BEERS } from './records.ts'

const LIST_MAX = 1_000
/** Of a beer: more than recognition offers, with those that its user chose and changed. */
const ALTERNATIVES_MAX = 20

const Count = z.int().min(0).max(1_000_000)
const Position = z.object({ x: Percent, y: Percent })
const LabelBox = z.object({ x: Percent, y: Percent, width: Percent, height: Percent })
const FieldConfidenceSchema = z
  .object({ brewery: Percent, name: Percent, style: Percent, abv: Percent })
  .nullable()
  .catch(null)
const EstimatesSchema = z
  .object({
    brewery: Text,
    style: Text,
    abv: Percent.nullable().catch(null),
    ibu: Ibu.nullable().catch(null),
    rating: Percent.nullable().catch(null),
  })
  .nullable()
  .catch(null)
const AlternativesSchema = z
  .array(z.object({ beer: NamedBeerSchema, confidence: Percent }))
  .transform((list) => list.slice(0, ALTERNATIVES_MAX))
  .catch([])

const SightingSchema = z.object({
  price: Text,
  size: Text,
  section: Text,
  position: Position.nullable().catch(null),
  box: LabelBox.nullable().catch(null),
  count: z.int().min(1).max(10_000).catch(1),
  confidence: Percent.nullable().catch(null),
  readText: ReadText.catch([]),
  estimates: EstimatesSchema,
  origin: z.enum(RECOGNITION_ORIGINS).catch('label'),
})

const ScanSchema = z.object({
  id: z.uuidv4().toLowerCase().nullable().catch(null),
  status: z.enum(['completed', 'failed']),
  scanType: z.enum(SCAN_TYPES),
  menuData: z.string().nullable().catch(null),
  beer: z.unknown().optional(),
  scannedAt: Time,
  progressCurrent: Count.catch(0),
  progressTotal: Count.catch(0),
  failure: Text,
  failureCode: Text,
  title: Text,
  detected: Count.nullable().catch(null),
  fieldConfidence: FieldConfidenceSchema,
  alternatives: AlternativesSchema,
  itemAlternatives: z.array(AlternativesSchema).max(MENU_BEERS_MAX).catch([]),
  fallback: Text,
  otherDrink: z
    .object({ name: textUpTo(NAME_MAX), kind: textUpTo(NAME_MAX) })
    .nullable()
    .catch(null),
  barcode: Barcode.nullable().catch(null),
  spots: z.array(Position).max(LIST_MAX).catch([]),
})

export function parseScan(value: unknown): OwnRecord | string {
  if (z.object({ status: z.literal('processing') }).safeParse(value).success) return 'a scan that was still in progress'
  const parsed = ScanSchema.safeParse(value)
  if (!parsed.success) return `an invalid scan (${firstInvalidField(parsed.error)})`
  const { menuData, beer, fieldConfidence, alternatives, itemAlternatives, ...scan } = parsed.data
  const list = menuData === null ? undefined : parseJson(menuData)
  if (menuData !== null && !Array.isArray(list)) return 'a scan with invalid menuData'
  if (Array.isArray(list) && list.length > MENU_BEERS_MAX) return TOO_MANY_BEERS
  const values: unknown[] = Array.isArray(list) ? list : beer === null || beer === undefined ? [] : [beer]
  const sightings = values.map((one, position) => parseSighting(one, itemAlternatives[position] ?? []))
  if (sightings.some((one) => one === undefined)) return 'a scan with an invalid beer'
  const [only] = sightings
  if (menuData === null && only) Object.assign(only, { fieldConfidence, alternatives })
  const named: NamedScan = { ...scan, sightings: sightings.filter((one) => one !== undefined) }
  return { kind: 'scan', scan: named }
}

function parseSighting(value: unknown, alternatives: NamedSighting['alternatives']): NamedSighting | undefined {
  const beer = NamedBeerSchema.safeParse(value)
  const facts = SightingSchema.safeParse(value)
  if (!beer.success || !facts.success) return undefined
  return { ...EMPTY_SIGHTING, ...facts.data, alternatives, beer: beer.data }
}
