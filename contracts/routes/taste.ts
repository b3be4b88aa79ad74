/** The user's taste: cards to answer, what follows from them, and the switch to turn it off. */
import { z } from 'zod/mini'
import { Beer, BeerId, IdParam } from '../beer.ts'
import { PageQuery } from '../cursor.ts'
import { LISTED_MAX } from '../limits.ts'
import { route } from '../route.ts'
import { LikedStyle, TASTE_ANSWERS, TASTE_CARDS, Taste } from '../taste.ts'

const Answer = z.enum(TASTE_ANSWERS)

export const getTaste = route({
  method: 'GET',
  path: '/api/taste',
  auth: 'user',
  summary:
    'Returns what the user likes more or less than other people, so that the client can compute personal ratings of any beers. Supports `If-None-Match`.',
  answer: { 200: Taste, 304: null },
  errors: [],
})

export const switchTaste = route({
  method: 'PUT',
  path: '/api/taste',
  auth: 'user',
  summary: 'Switches personal ratings on or off. The answers are kept.',
  body: z.object({ isOn: z.boolean() }),
  answer: { 200: Taste },
  errors: ['invalid'],
})

export const deleteTaste = route({
  method: 'DELETE',
  path: '/api/taste',
  auth: 'user',
  summary: 'Deletes all answers and switches personal ratings off. Ratings of beers stay.',
  answer: { 204: null },
  errors: [],
})

export const TasteCard = z.object({ beer: Beer, answer: z.nullable(Answer) })
export type TasteCard = z.infer<typeof TasteCard>

export const listTasteCards = route({
  method: 'GET',
  path: '/api/taste/cards',
  auth: 'user',
  summary: `Returns well-known beers of different style families with the user's answers, ${TASTE_CARDS} to begin with and as many to go on.`,
  answer: { 200: z.array(TasteCard) },
  errors: [],
})

export const SuggestedBeer = z.extend(Beer, {
  /** The style that the user likes, where too little is known for a personal rating. */
  liked: z.optional(z.nullable(LikedStyle)),
})
export type SuggestedBeer = z.infer<typeof SuggestedBeer>

export const listTasteSuggestions = route({
  method: 'GET',
  path: '/api/taste/suggestions',
  auth: 'user',
  summary:
    'Returns up to three beers of the catalogue that the user has not had and would probably like, near the styles they like or, with `near`, near the style of a beer. Empty if too little is known.',
  query: z.object({ near: z.optional(IdParam) }),
  answer: { 200: z.array(SuggestedBeer) },
  errors: ['invalid'],
})

export const AnsweredBeer = z.object({ beerId: BeerId, beer: Beer, answer: Answer, answeredAt: z.iso.datetime() })
export type AnsweredBeer = z.infer<typeof AnsweredBeer>

const OwnTaste = z.object({
  answers: z.array(AnsweredBeer),
  /** Since when personal ratings are switched off; null if they are on. */
  offSince: z.nullable(z.iso.datetime()),
})

export const exportTaste = route({
  method: 'GET',
  path: '/api/taste/answers',
  auth: 'user',
  summary: `Returns what the user stored about their taste: the answers, newest first, at most ${LISTED_MAX}, and the switch. \`before\` continues after an entry: its \`answeredAt\` in milliseconds since 1970, a hyphen and its \`beerId\`.`,
  query: PageQuery,
  answer: { 200: OwnTaste },
  errors: ['invalid'],
})

export const answerTasteCard = route({
  method: 'PUT',
  path: '/api/taste/answers/{beerId}',
  auth: 'user',
  summary: 'Stores or changes the answer on a beer of the catalogue.',
  params: z.object({ beerId: IdParam }),
  body: z.object({ answer: Answer }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})
