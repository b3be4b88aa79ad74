/**
 * A server on this machine that speaks as the providers do: OpenAI's responses, chat completions, Anthropic's messages and
 * Google's content, all of them streamed. What it says is up to the test; what it was asked is kept.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'

export type Wire = 'openai' | 'openai-compatible' | 'anthropic' | 'google'

export interface Asked {
  wire: Wire
  path: string
  headers: IncomingMessage['headers']
  /** The body as it came. */
  text: string
  /** The picture that was sent; undefined where none was. */
  picture: Buffer | undefined
  /** How often somebody asked before. */
  index: number
  /** True once the caller hung up before the answer was over. */
  hungUp: boolean
}

export type Reply =
  /** A JSON value or raw text, in pieces `everyMs` apart. */
  | { kind: 'says'; value?: unknown; text?: string; everyMs?: number; finish?: 'stop' | 'length' }
  /** As `says`, and then the connection is gone. */
  | { kind: 'breaks'; text: string }
  /** No credit left, in the provider's own form. */
  | { kind: 'quota' }
  | { kind: 'declines' }
  /** Says nothing at all and keeps the connection. */
  | { kind: 'hangs' }
  | { kind: 'status'; status: number; body?: unknown }

export interface FakeProvider {
  baseUrl(wire: Wire): string
  readonly asked: Asked[]
  /** What it does from now on. */
  will(reply: Reply | ((asked: Asked) => Reply | Promise<Reply>)): void
  close(): Promise<void>
}

/** What a provider's error text may carry and nobody else may ever see. */
export const PROVIDER_SECRET = 'sk-leaked-organisation-4711'
const PIECE_CHARS = 40
/** So long the last words take to arrive before the connection is gone. */
const BREAKS_AFTER_MS = 50
const USAGE = { input: 1_200, output: 300 }

export async function startFakeProvider(): Promise<FakeProvider> {
  const asked: Asked[] = []
  let behave: (asked: Asked) => Reply | Promise<Reply> = () => ({ kind: 'says', value: {} })
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const text = Buffer.concat(pieces).toString()
    const path = request.url ?? ''
    const wire = wireOf(path)
    const one: Asked = {
      wire,
      path,
      headers: request.headers,
      text,
      picture: pictureIn(text),
      index: asked.length,
      hungUp: false,
    }
    asked.push(one)
    response.on('close', () => {
      one.hungUp = !response.writableFinished
    })
    const reply = await behave(one)
    const form = WIRES[wire]
    if (reply.kind === 'hangs') return
    if (reply.kind === 'quota' || reply.kind === 'status') {
      const { status, body } = reply.kind === 'quota' ? form.quota : { body: { error: PROVIDER_SECRET }, ...reply }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const write = (event: object) => {
      const name = 'type' in event ? `event: ${String(event.type)}\n` : ''
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
    }
    const whole =
      reply.kind === 'declines'
        ? ''
        : (('text' in reply ? reply.text : undefined) ?? JSON.stringify('value' in reply ? reply.value : ''))
    for (const event of form.begins) write(event)
    for (let at = 0; at < whole.length && !one.hungUp; at += PIECE_CHARS) {
      write(form.piece(whole.slice(at, at + PIECE_CHARS)))
      if (reply.kind === 'says' && reply.everyMs) await sleep(reply.everyMs)
    }
    if (reply.kind === 'breaks') {
      await sleep(BREAKS_AFTER_MS)
      return void response.destroy()
    }
    const finish = reply.kind === 'declines' ? 'declined' : (reply.finish ?? 'stop')
    for (const event of form.ends(finish)) write(event)
    response.end(wire === 'openai-compatible' ? 'data: [DONE]\n\n' : '')
  }

  return {
    baseUrl: (wire) => `http://127.0.0.1:${port}${BASE[wire]}`,
    asked,
    will(reply) {
      behave = typeof reply === 'function' ? reply : () => reply
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** For `will`: answers about photos, and finds nothing on an empty white one. */
export function seeing(value: object, otherwise: object = { shows: 'nothing', beers: [] }) {
  return async ({ picture }: Asked): Promise<Reply> => {
    const { channels } = await sharp(picture).stats()
    const isBlank = channels.every(({ mean }) => mean > 250)
    return { kind: 'says', value: isBlank ? otherwise : value }
  }
}

const BASE: Record<Wire, string> = {
  openai: '/openai/v1',
  'openai-compatible': '/compatible/v1',
  anthropic: '/anthropic/v1',
  google: '/google/v1beta',
}

function wireOf(path: string): Wire {
  const wire = (Object.keys(BASE) as Wire[]).find((name) => path.startsWith(BASE[name]))
  if (!wire) throw new Error(`Nobody speaks at ${path}`)
  return wire
}

/** Pictures travel as base64, as a data address or bare. */
function pictureIn(text: string): Buffer | undefined {
  const found = /(?:base64,|"data":\s*")([A-Za-z0-9+/=]{200,})"/.exec(text)
  return found?.[1] === undefined ? undefined : Buffer.from(found[1], 'base64')
}

type Finish = 'stop' | 'length' | 'declined'

interface WireForm {
  quota: { status: number; body: unknown }
  begins: object[]
  piece(text: string): object
  ends(finish: Finish): object[]
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

const WIRES: Record<Wire, WireForm> = {
  openai: {
    quota: {
      status: 429,
      body: {
        error: { message: PROVIDER_SECRET, type: 'insufficient_quota', code: 'insufficient_quota', param: null },
      },
    },
    begins: [
      { type: 'response.created', response: { id: 'r1', created_at: 1, model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item },
    ],
    piece: (delta) => ({
      type: 'response.output_text.delta',
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      delta,
    }),
    ends: (finish) => [
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
    quota: {
      status: 429,
      body: { error: { message: PROVIDER_SECRET, type: 'insufficient_quota', code: 'insufficient_quota' } },
    },
    begins: [chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null })],
    piece: (content) => chunk({ delta: { content }, finish_reason: null }),
    ends: (finish) => [
      chunk(
        { delta: {}, finish_reason: finish === 'declined' ? 'content_filter' : finish },
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
    quota: {
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: `Your credit balance is too low to access the API. ${PROVIDER_SECRET}`,
        },
      },
    },
    begins: [
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
    piece: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    ends: (finish) => [
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: {
          stop_reason: { stop: 'end_turn', length: 'max_tokens', declined: 'refusal' }[finish],
          stop_sequence: null,
        },
        usage: { output_tokens: USAGE.output },
      },
      { type: 'message_stop' },
    ],
  },
  google: {
    quota: { status: 429, body: { error: { code: 429, message: PROVIDER_SECRET, status: 'RESOURCE_EXHAUSTED' } } },
    begins: [],
    piece: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
    ends: (finish) => [
      {
        candidates: [
          {
            content: { role: 'model', parts: [] },
            finishReason: { stop: 'STOP', length: 'MAX_TOKENS', declined: 'SAFETY' }[finish],
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
