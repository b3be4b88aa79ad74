import { expect, test } from 'vitest'
import { mediumOf, type PhotoOf } from './photo-set.ts'

test.each([
  ['cropped phone photo of a printed tap list', 'photographed or scanned'],
  ['photo of ten hand-written chalkboards', 'photographed or scanned'],
  ['scanned brochure', 'photographed or scanned'],
  ['printed list, digital original (not a photo)', 'digital original'],
  ['event menu on a photo background', 'digital original'],
  ['beer-dinner poster', 'digital original'],
  [null, null],
])("the medium of a '%s' is %s", (kind, medium) => {
  const menu: PhotoOf<'menu'> = {
    id: 'm',
    file: 'm.jpg',
    class: 'menu',
    truth: { items: [], list_complete: true, kind },
  }
  expect(mediumOf(menu)).toBe(medium)
})
