/** A short, repeatable part of `npm run bench -- fuzz`. */
import { expect, it } from 'vitest'
import { mutated, seedPictures } from '#testing/hostile/pictures.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { preparePhoto } from './photo.ts'
import { UnreadablePicture } from './unreadable-picture.ts'

it('reads or refuses any picture', async () => {
  const seeds = await seedPictures()
  const random = randomFrom(1)
  for (let count = 0; count < 500; count++) {
    const result: unknown = await preparePhoto(mutated(seeds, random), 200).catch((error: unknown) => error)
    if (result instanceof Error) expect(result).toBeInstanceOf(UnreadablePicture)
  }
})
