import { z } from 'zod/mini'
import { Beer, GivenAbv, GivenIbu, IdParam } from '../beer.ts'
import { CORRECTION_NOTE_MAX_LENGTH, UNLISTED_NAME_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'

const BeerParams = z.object({ id: IdParam })
const Text = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(UNLISTED_NAME_MAX_LENGTH)))

/** What a user says is wrong about a beer of the catalogue; null where the catalogue is right. */
export const Correction = z.object({
  name: Text,
  brewery: Text,
  /** One of the styles that `listStyles` returns. */
  style: Text,
  /** Percent by volume. */
  abv: z.nullable(GivenAbv),
  ibu: z.nullable(GivenIbu),
  /** It is no longer brewed. */
  isRetired: z.boolean(),
  note: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(CORRECTION_NOTE_MAX_LENGTH))),
})
export type Correction = z.infer<typeof Correction>

/** A suggested correction with its beer as the catalogue has it. */
export const OwnCorrection = z.extend(Correction, { beer: Beer, suggestedAt: z.iso.datetime() })
export type OwnCorrection = z.infer<typeof OwnCorrection>

export const listCorrections = route({
  method: 'GET',
  path: '/api/corrections',
  auth: 'user',
  summary: "Returns the user's own suggested corrections, newest first.",
  answer: { 200: z.array(OwnCorrection) },
  errors: [],
})

export const getCorrection = route({
  method: 'GET',
  path: '/api/beers/{id}/correction',
  auth: 'user',
  summary: "Returns the user's own suggested correction of a beer; null if there is none.",
  params: BeerParams,
  answer: { 200: z.object({ correction: z.nullable(Correction) }) },
  errors: ['invalid'],
})

export const suggestCorrection = route({
  method: 'PUT',
  path: '/api/beers/{id}/correction',
  auth: 'user',
  summary: 'Suggests a correction of a beer of the catalogue to the operator. Replaces an earlier one of the user.',
  params: BeerParams,
  body: Correction,
  answer: { 204: null },
  errors: ['invalid', 'not_found', 'too_many_corrections', 'too_many_requests'],
})

export const withdrawCorrection = route({
  method: 'DELETE',
  path: '/api/beers/{id}/correction',
  auth: 'user',
  summary: "Deletes the user's own suggested correction of a beer. Idempotent.",
  params: BeerParams,
  answer: { 204: null },
  errors: ['invalid'],
})
