/** Filled in by the build: the version of the package and the commit it was built from. */
declare const __APP_VERSION__: string
declare const __APP_COMMIT__: string

/** All messages of a language, compiled (see web/language/messages-plugin.ts). */
declare module 'virtual:messages/*' {
  const messages: import('@lingui/core').Messages
  export default messages
}
