/** The log of tests: silent unless TEST_LOG names a level. */
import { createLog } from '#server/http/log.ts'

export const testLog = createLog(process.env.TEST_LOG ?? 'silent')
