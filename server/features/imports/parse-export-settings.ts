/** Parses the settings and the pictures of our JSON export. */
import { z } from 'zod'
import { BrowserSettings, PICTURE_MAX_BYTES, ServerPreferences, TIME_ZONE_MAX_LENGTH } from '#contracts'
import { firstInvalidField, NAME_MAX, NamedBeerSchema, Time, textUpTo } from './export-fields.ts'
import type { OwnRecord } from './records.ts'

const SettingsSchema = z.object({
  preferences: z.unknown(),
  keepsPictures: z.boolean().catch(false),
  language: textUpTo(20).nullable().catch(null),
  timeZone: z.string().max(TIME_ZONE_MAX_LENGTH).nullable().catch(null),
})

export function parseSettings(value: unknown): OwnRecord | string {
  const parsed = SettingsSchema.safeParse(value)
  if (!parsed.success) return 'an invalid list of settings'
  const { preferences, language, ...settings } = parsed.data
  const server = ServerPreferences.safeParse(preferences)
  const browser = BrowserSettings.safeParse({ ...Object(preferences), language })
  if (!server.success || !browser.success) return 'an invalid list of settings (preferences)'
  return { kind: 'settings', ...settings, server: server.data, browser: browser.data }
}

const PictureSchema = z.object({
  file: textUpTo(NAME_MAX),
  beer: NamedBeerSchema.nullable().catch(null),
  entry: z
    .object({ source: textUpTo(NAME_MAX), sourceId: textUpTo(NAME_MAX) })
    .nullable()
    .catch(null),
  keptAt: Time,
})

/** Returns the bytes of a picture by the name of its file. A JSON file alone has none. */
export type PictureNamed = (file: string) => Uint8Array | undefined

export function parsePicture(pictureNamed: PictureNamed) {
  return (value: unknown): OwnRecord | string => {
    const parsed = PictureSchema.safeParse(value)
    if (!parsed.success) return `an invalid picture (${firstInvalidField(parsed.error)})`
    const { file, beer, entry, keptAt } = parsed.data
    const bytes = pictureNamed(file)
    if (!bytes) return 'a picture that is not in the file'
    if (!isKeptPicture(bytes)) return "a picture that isn't one of ours"
    if (beer) return { kind: 'beer-picture', beer, bytes, at: keptAt }
    return entry ? { kind: 'entry-picture', entry, bytes, at: keptAt } : 'a picture of nothing'
  }
}

/** Pictures are stored as they are, so that nothing is lost; only their owner's browser decodes them. */
function isKeptPicture(bytes: Uint8Array): boolean {
  const { length } = bytes
  if (length < 12 || length > PICTURE_MAX_BYTES) return false
  const head = new DataView(bytes.buffer, bytes.byteOffset, length)
  return head.getUint32(0) === RIFF && head.getUint32(4, true) === length - 8 && head.getUint32(8) === WEBP
}
const RIFF = 0x52494646
const WEBP = 0x57454250
