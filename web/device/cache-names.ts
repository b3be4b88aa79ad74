/**
 * The names of the caches on this device. The page deletes what belongs to a user, the service worker fills them. Old
 * versions of the app left caches under these names, so the strings never change.
 */

/** One per version of the app: its files, nothing of a user. */
export const APP_SHELL_PREFIX = 'shell-'
/** One per user: stored API responses. */
export const API_CACHE_PREFIX = 'copies-of-user-'
/** After the name of a user's cache: their own pictures, and tiny copies of the photos they scanned. */
export const PICTURES_SUFFIX = '-pictures'
export const THUMBS_SUFFIX = '-thumbs'
/** Photos shared from another app, until a page reads them. */
export const SHARED_PHOTOS_CACHE = 'shared-photos'

/** The cache of the user who was signed in last, without those of pictures and thumbs; undefined if there is none. */
export function apiCacheIn(names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith(API_CACHE_PREFIX) && /\d$/.test(name))
}
