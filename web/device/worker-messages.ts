/**
 * Messages from the page to the service worker. Page and worker may be of different versions, so these strings never
 * change.
 */

/** To a waiting worker: replace the active one. Every open page then reloads. */
export const TAKE_OVER = 'take over'
/** To the first worker of a device: store what the page has already read. */
export const WARM_UP = 'read again'
/** To the active worker, from a page that no worker controls: control this page too. */
export const CLAIM = 'claim'
