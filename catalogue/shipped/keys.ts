/**
 * Keys of shipped entries: `country/brewery` and `country/brewery/beer`. An installation recognises an entry of a new release by its
 * key, so that saved beers stay with it. A key is made of the names that the entry had when it was added; an `id` keeps it when they
 * change.
 */
import { slugOf } from '../text/normalise.ts'

interface Named {
  name: string
  /** The last part of the key, or the whole key of an entry that was moved to another brewery or country. */
  id?: string | undefined
}

/** `country`: in English, as the data files name it. */
export function keyOfBrewery(country: string, brewery: Named): string {
  return keyWithin(slugOf(country), brewery)
}

export function keyOfBeer(breweryKey: string, beer: Named): string {
  return keyWithin(breweryKey, beer)
}

function keyWithin(parent: string, { name, id = slugOf(name) }: Named): string {
  return id.includes('/') ? id : `${parent}/${id}`
}

/** The shortest `id` that gives an entry below `parent` this key. */
export function idWithin(parent: string, key: string): string {
  return parentOf(key) === parent ? key.slice(parent.length + 1) : key
}

/** The key without its last part. */
export function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'))
}
