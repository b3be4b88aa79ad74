/** Header of the answers that the service worker stores: when they were requested, by the clock of this device in milliseconds since 1970. */
export const REQUESTED_AT = 'X-Requested-At'
