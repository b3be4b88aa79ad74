import { expect, test } from 'vitest'
import { foldsOf, photoFolds, sourcesOf } from './sources.ts'

const photo = (id: string, repo: string | null, scene_group: string | null = null, file = `single/${id}.jpg`) => ({
  id,
  file,
  repo,
  scene_group,
})

test('the source of a photo is its repository, and without one its folder', () => {
  const photos = [
    photo('a', 'an/album'),
    photo('b', 'an/album'),
    photo('c', null),
    photo('d', null, null, 'menu/d.jpg'),
  ]
  expect([...sourcesOf(photos).values()]).toEqual(['an/album', 'an/album', 'single', 'menu'])
})

test('repositories with photos of one session are one source', () => {
  const photos = [
    photo('a', 'an/album'),
    photo('b', 'a/blog', 'one evening'),
    photo('c', 'a/shop'),
    photo('d', 'a/shop', 'another evening'),
    photo('e', 'a/blog', 'another evening'),
    photo('f', 'an/album', 'one evening'),
    photo('g', 'a/lone'),
  ]
  const sources = [...sourcesOf(photos).values()]
  expect(new Set(sources.slice(0, 6)).size).toBe(1)
  expect(sources[6]).toBe('a/lone')
})

test('folds are of nearly equal size, and every source is in one of them', () => {
  const sources = [
    'small',
    ...Array.from({ length: 6 }, () => 'large'),
    'small',
    'middle',
    'middle',
    'middle',
    'middle',
  ]
  expect([...foldsOf(sources, 2)]).toEqual([
    ['large', 0],
    ['middle', 1],
    ['small', 1],
  ])
})

test('every photo is in one fold, and those of one source in the same', () => {
  const photos = Array.from({ length: 12 }, (_, index) =>
    photo(`p${index}`, index < 3 ? 'an/album' : `someone/${index}`),
  )
  const folds = photoFolds(photos, 8)
  expect(folds.flatMap((ids) => [...ids]).sort()).toEqual(photos.map(({ id }) => id).sort())
  const album = folds.filter((ids) => ['p0', 'p1', 'p2'].some((id) => ids.has(id)))
  expect(album).toHaveLength(1)
  expect([...(album[0] ?? [])]).toEqual(expect.arrayContaining(['p0', 'p1', 'p2']))
})

test('a fold without a photo is left out', () => {
  expect(photoFolds([photo('a', 'an/album'), photo('b', 'an/album')], 8)).toEqual([new Set(['a', 'b'])])
})
