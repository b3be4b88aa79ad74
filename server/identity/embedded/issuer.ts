/** Users are stored under their issuer, so that the embedded one's name stays the same on every port and address. */
export const ISSUER = 'http://localhost/idp'
