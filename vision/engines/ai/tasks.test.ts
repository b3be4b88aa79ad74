import { expect, it } from 'vitest'
import { z } from 'zod'
import { PROMPTS, type TaskName, taskOf } from './tasks.ts'

it.each<TaskName>(['single', 'group', 'menu'])('the version covers the whole schema of the task %s', (name) => {
  const schema = JSON.stringify(z.toJSONSchema(taskOf(name).schema))
  expect(schema).toContain('percent by volume')
  expect(PROMPTS).toContain(schema)
})
