/** True in `npm run test:all`, which also runs what the gate, `npm test`, leaves out. */
export const IS_THOROUGH: boolean = process.env.TEST_ALL === '1'

/** Details of a journey that only `npm run test:all` makes: it looks at more screens, widths or names than others, or at a rarer way. */
export const THOROUGH = { tag: '@thorough' }
