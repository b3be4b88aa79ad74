/** Answers of discovery sources: hostile JSON, cut off or not JSON at all. Each is used or refused within its deadline. */

import { z } from 'zod/mini'
import { openSources } from '#server/features/discovery/sources.ts'
import { hostileJson } from '#testing/hostile/values.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { FuzzReport, type FuzzResult, hasThrown, refused } from './report.ts'

const SOURCES = ['open-food-facts', 'open-brewery-db'].map((name) => ({ name, address: undefined }))
const Text = z.optional(z.string())
const Answer = z.union([
  z.object({
    products: z.array(
      z.object({
        code: z.string(),
        product_name: z.string(),
        brands: Text,
        categories_tags: z.array(z.string()),
        alcohol_100g: z.number(),
      }),
    ),
  }),
  z.array(
    z.object({ id: z.string(), name: z.string(), brewery_type: Text, city: Text, country: Text, website_url: Text }),
  ),
])

export async function fuzzProviders(seed: number, count: number): Promise<FuzzResult> {
  const report = new FuzzReport(count * SOURCES.length)
  const random = randomFrom(seed)
  for (let number = 0; number < count; number++) {
    const body = hostileJson(Answer, random)
    const fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } })
    for (const source of openSources(SOURCES, fetch)) {
      const find = () => source.find('orval', AbortSignal.timeout(10_000), 0).then(() => 'used', refused)
      await report.add(`${source.name} answers ${body.slice(0, 200)}`, find, hasThrown)
    }
  }
  return report
}
