/** Setup of the integration tests: ends each file by closing its database. */
import { afterAll } from 'vitest'
import { closeTestDatabase } from './database.ts'

afterAll(closeTestDatabase)
