/** Logger for tests, silent unless TEST_LOG is set to a level. */
import { createLog } from '#server/adapters/http/log.ts'

export const testLog = createLog(process.env.TEST_LOG ?? 'silent')
