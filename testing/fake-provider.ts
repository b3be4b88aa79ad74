/**
 * A local HTTP server that imitates the streaming APIs of the AI providers: OpenAI Responses, Chat Completions, Anthropic
 * Messages and Gemini. Tests script its replies and inspect the requests it received.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'

export type ProviderApi = 'openai' | 'openai-compatible' | 'anthropic' | 'google'

export interface ProviderRequest {
  api: ProviderApi
  path: string
  headers: IncomingMessage['headers']
  /** The raw request body. */
  text: string
  picture: Buffer | undefined
  /** Number of earlier requests. */
  index: number
  /** True once the client closed the connection before the response ended. */
  aborted: boolean
}

export type Reply =
  /** A JSON value or raw text, streamed in chunks `intervalMs` apart. */
  | { kind: 'answer'; value?: unknown; text?: string; intervalMs?: number; finish?: 'stop' | 'length' }
  /** Streams the text, if any, then closes the connection. */
  | { kind: 'disconnect'; text: string }
  /** No credit left, in the provider's own error format. */
  | { kind: 'quota' }
  | { kind: 'refusal' }
  /** Keeps the connection open without a response. */
  | { kind: 'hang' }
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** Sends one line until the client closes the connection, at most 100 MB of it. */
  | { kind: 'endless'; status: number }
  /** Responds with 307, which preserves method and body. */
  | { kind: 'redirect'; to: string }

export interface FakeProvider {
  baseUrl(api: ProviderApi): string
  readonly requests: ProviderRequest[]
  /** Sets the reply to all further requests. */
  respondWith(reply: Reply | ((request: ProviderRequest) => Reply | Promise<Reply>)): void
  close(): Promise<void>
}

/** Part of provider error messages, which must never reach users or logs. */
export const PROVIDER_SECRET = 'sk-leaked-organisation-4711'
const DELTA_CHARS = 40
/** Lets the last chunk arrive before the connection closes. */
const DISCONNECT_AFTER_MS = 50
const USAGE = { input: 1_200, output: 300 }

export async function startFakeProvider(): Promise<FakeProvider> {
  const requests: ProviderRequest[] = []
  let replyTo: (request: ProviderRequest) => Reply | Promise<Reply> = () => ({ kind: 'answer', value: {} })
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const api = apiOf(path)
    const received: ProviderRequest = {
      api,
      path,
      headers: request.headers,
      text,
      picture: pictureIn(text),
      index: requests.length,
      aborted: false,
    }
    requests.push(received)
    response.on('close', () => {
      received.aborted = !response.writableFinished
    })
    const reply = await replyTo(received)
    const format = STREAM_FORMATS[api]
    if (reply.kind === 'hang') return
    if (reply.kind === 'endless') {
      response.writeHead(reply.status, {
        'content-type': reply.status === 200 ? 'text/event-stream' : 'application/json',
      })
      const part = 'x'.repeat(1_000_000)
      for (let parts = 0; parts < 100 && !received.aborted; parts++) {
        await new Promise<unknown>((written) => response.write(part, written))
      }
      return void response.end()
    }
    if (reply.kind === 'redirect') return void response.writeHead(307, { location: reply.to }).end()
    if (reply.kind === 'quota' || reply.kind === 'status') {
      const { status, body, headers } =
        reply.kind === 'quota'
          ? { ...format.quotaError, headers: {} }
          : { body: { error: PROVIDER_SECRET }, headers: {}, ...reply }
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const write = (event: object) => {
      const name = 'type' in event ? `event: ${String(event.type)}\n` : ''
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
    }
    const content =
      reply.kind === 'refusal'
        ? ''
        : (('text' in reply ? reply.text : undefined) ?? JSON.stringify('value' in reply ? reply.value : ''))
    response.flushHeaders()
    if (reply.kind !== 'disconnect' || content) for (const event of format.start) write(event)
    for (let at = 0; at < content.length && !received.aborted; at += DELTA_CHARS) {
      write(format.delta(content.slice(at, at + DELTA_CHARS)))
      if (reply.kind === 'answer' && reply.intervalMs) await sleep(reply.intervalMs)
    }
    if (reply.kind === 'disconnect') {
      await sleep(DISCONNECT_AFTER_MS)
      return void response.destroy()
    }
    const finish = reply.kind === 'refusal' ? 'refused' : (reply.finish ?? 'stop')
    for (const event of format.end(finish)) write(event)
    response.end(api === 'openai-compatible' ? 'data: [DONE]\n\n' : '')
  }

  return {
    baseUrl: (api) => `http://127.0.0.1:${port}${BASE_PATHS[api]}`,
    requests,
    respondWith(reply) {
      replyTo = typeof reply === 'function' ? reply : () => reply
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A reply for `respondWith` that depends on the picture: `blank` for an empty white one, `value` for any other. */
export function replyToPhoto(value: object, blank: object = { shows: 'nothing', beers: [] }) {
  return async ({ picture }: ProviderRequest): Promise<Reply> => {
    const { channels } = await sharp(picture).stats()
    const isBlank = channels.every(({ mean }) => mean > 250)
    return { kind: 'answer', value: isBlank ? blank : value }
  }
}

const BASE_PATHS: Record<ProviderApi, string> = {
  openai: '/openai/v1',
  'openai-compatible': '/compatible/v1',
  anthropic: '/anthropic/v1',
  google: '/google/v1beta',
}

function apiOf(path: string): ProviderApi {
  const api = (Object.keys(BASE_PATHS) as ProviderApi[]).find((name) => path.startsWith(BASE_PATHS[name]))
  if (!api) throw new Error(`Unknown API path: ${path}`)
  return api
}

/** Pictures are sent as base64, with or without a data URL prefix. */
function pictureIn(text: string): Buffer | undefined {
  const match = /(?:base64,|"data":\s*")([A-Za-z0-9+/=]{200,})"/.exec(text)
  return match?.[1] === undefined ? undefined : Buffer.from(match[1], 'base64')
}

type Finish = 'stop' | 'length' | 'refused'

interface StreamFormat {
  quotaError: { status: number; body: unknown }
  start: object[]
  delta(text: string): object
  end(finish: Finish): object[]
}

const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [], status: 'in_progress' }
const usage = { input_tokens: USAGE.input, output_tokens: USAGE.output }
const chunk = (choice: object, rest: object = {}) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, ...choice }],
  ...rest,
})

const STREAM_FORMATS: Record<ProviderApi, StreamFormat> = {
  openai: {
    quotaError: {
      status: 429,
      body: {
        error: { message: PROVIDER_SECRET, type: 'insufficient_quota', code: 'insufficient_quota', param: null },
      },
    },
    start: [
      { type: 'response.created', response: { id: 'r1', created_at: 1, model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item },
    ],
    delta: (delta) => ({
      type: 'response.output_text.delta',
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      delta,
    }),
    end: (finish) => [
      { type: 'response.output_item.done', output_index: 0, item },
      finish === 'stop'
        ? { type: 'response.completed', response: { usage } }
        : {
            type: 'response.incomplete',
            response: {
              usage,
              incomplete_details: { reason: finish === 'length' ? 'max_output_tokens' : 'content_filter' },
            },
          },
    ],
  },
  'openai-compatible': {
    quotaError: {
      status: 429,
      body: { error: { message: PROVIDER_SECRET, type: 'insufficient_quota', code: 'insufficient_quota' } },
    },
    start: [chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null })],
    delta: (content) => chunk({ delta: { content }, finish_reason: null }),
    end: (finish) => [
      chunk(
        { delta: {}, finish_reason: finish === 'refused' ? 'content_filter' : finish },
        {
          usage: {
            prompt_tokens: USAGE.input,
            completion_tokens: USAGE.output,
            total_tokens: USAGE.input + USAGE.output,
          },
        },
      ),
    ],
  },
  anthropic: {
    quotaError: {
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: `Your credit balance is too low to access the API. ${PROVIDER_SECRET}`,
        },
      },
    },
    start: [
      {
        type: 'message_start',
        message: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: USAGE.input, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ],
    delta: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    end: (finish) => [
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: {
          stop_reason: { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' }[finish],
          stop_sequence: null,
        },
        usage: { output_tokens: USAGE.output },
      },
      { type: 'message_stop' },
    ],
  },
  google: {
    quotaError: { status: 429, body: { error: { code: 429, message: PROVIDER_SECRET, status: 'RESOURCE_EXHAUSTED' } } },
    start: [],
    delta: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
    end: (finish) => [
      {
        candidates: [
          {
            content: { role: 'model', parts: [] },
            finishReason: { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' }[finish],
          },
        ],
        usageMetadata: {
          promptTokenCount: USAGE.input,
          candidatesTokenCount: USAGE.output,
          totalTokenCount: USAGE.input + USAGE.output,
        },
      },
    ],
  },
}
