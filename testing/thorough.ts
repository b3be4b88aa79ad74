/** True in `npm run test:all`, which also runs what the gate, `npm test`, leaves out. */
export const IS_THOROUGH: boolean = process.env.TEST_ALL === '1'
