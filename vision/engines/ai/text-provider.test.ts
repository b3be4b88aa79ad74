import { afterAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type ProviderApi, type Reply, startFakeProvider } from '#testing/fake-provider.ts'
import { openTextProvider } from '../../text.ts'

const provider = await startFakeProvider()
afterAll(() => provider.close())

const question = { instructions: 'Name beers.', question: 'moorhen', schema: z.object({ names: z.array(z.string()) }) }
const ONE_ANSWER = { calls: 1, inputTokens: 1_200, outputTokens: 300 }
const spent: object[] = []
beforeEach(() => void spent.splice(0))

async function answerTo(reply: Reply, api: ProviderApi = 'openai') {
  provider.respondWith(reply)
  const settings = { model: 'gpt-5-mini', apiKey: 'key', baseUrl: provider.baseUrl(api) }
  const opened = await openTextProvider(api, settings)
  return await opened.answer(question, {
    signal: new AbortController().signal,
    deadline: Date.now() + 20_000,
    onUsage: (usage) => void spent.push(usage),
  })
}

it('finds the answer in prose and behind another object', async () => {
  const text = '{"query": "moorhen"}\n```json\n{"names": ["Moorhen"]}\n```\nThat is {all}.'
  expect(await answerTo({ kind: 'answer', text })).toEqual({ names: ['Moorhen'] })
  expect(spent).toEqual([ONE_ANSWER])
})

it.each<[string, Reply, string]>([
  ['of another form', { kind: 'answer', value: { name: 'Moorhen' } }, 'unusable_answer'],
  ['that breaks off', { kind: 'answer', text: '{"names": ["Moor' }, 'unusable_answer'],
  ['a refusal', { kind: 'refusal' }, 'refused'],
])('fails and reports what the answer cost if it is %s', async (_what, reply, code) => {
  await expect(answerTo(reply)).rejects.toMatchObject({ name: 'EngineFailure', code })
  expect(spent).toEqual([ONE_ANSWER])
})

it('fails without cost if the provider does not answer', async () => {
  await expect(answerTo({ kind: 'quota' })).rejects.toMatchObject({ code: 'quota_exceeded' })
  expect(spent).toEqual([])
})
