/** Sends queued messages: several at once, each by one node, again after a pause if that fails. */
import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Clock } from '../../adapters/clock.ts'
import type { Database } from '../../adapters/db/database.ts'
import type { Mail } from '../../adapters/db/schema.ts'
import { type Poll, startPoll } from '../../adapters/jobs/poll.ts'
import type { ClaimedMessage, MessageQueue } from './message-queue.ts'
import { noticeText } from './notice-text.ts'
import type { PushSender } from './send-push.ts'
import type { SendResult } from './send-result.ts'
import { textsIn } from './texts.ts'

const POLL_INTERVAL_MS = 2_000
const RENEW_INTERVAL_MS = 5_000
const AT_ONCE = 8

/** A message as e-mail. `id` is the same at each attempt. */
export type SendMail = (message: { id: number; userId: number; mail: Mail }, signal: AbortSignal) => Promise<SendResult>

export interface DeliveryPorts {
  queue: MessageQueue
  changes?: Database['changes'] | undefined
  /** Undefined: this installation sends no push notifications. */
  push: PushSender | undefined
  /** Undefined: this installation sends no e-mail. */
  sendMail: SendMail | undefined
  clock: Pick<Clock, 'every'>
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  registry: Registry
}

export function startDelivery({ queue, changes, push, sendMail, clock, log, registry }: DeliveryPorts): Poll {
  const stopped = new AbortController()
  const sent = new Counter({
    name: 'messages_total',
    help: 'Messages to users, by channel (`push`, `email`) and outcome: `sent`, `retried` (failed, and will be tried again), `failed` (given up), `gone` (the browser has unsubscribed).',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  })

  async function work(): Promise<void> {
    if (!push && !sendMail) return
    const channels = { push: push !== undefined, email: sendMail !== undefined }
    const sendNext = async (): Promise<void> => {
      for (let next = await claim(); next; next = await claim()) await deliver(next)
    }
    const claim = async () => (stopped.signal.aborted ? undefined : await queue.claim(channels))
    const first = await claim()
    if (!first) return
    const lanes = [deliver(first).then(sendNext), ...Array.from({ length: AT_ONCE - 1 }, sendNext)]
    // One that fails leaves the others at work.
    for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
  }

  async function deliver(message: ClaimedMessage): Promise<void> {
    const { id, userId, mail } = message
    const channel = mail ? 'email' : 'push'
    const stopRenewing = clock.every(RENEW_INTERVAL_MS, () => {
      queue.renew(message).catch((error: unknown) => log.error({ err: error }, 'renewing a lease failed'))
    })
    try {
      const result = await (mail ? sendMail?.({ id, userId, mail }, stopped.signal) : sendNotice(message))
      if (!result) return await queue.release(message)
      const outcome = await settle(message, result)
      sent.inc({ channel, outcome })
      if ('reason' in result) log.warn({ err: result.reason, channel, outcome }, 'sending a message failed')
    } catch (error) {
      if (!stopped.signal.aborted) throw error
      await queue.release(message)
    } finally {
      stopRenewing()
    }
  }

  async function sendNotice(message: ClaimedMessage): Promise<SendResult | undefined> {
    const browser = await queue.browserOf(message)
    if (!browser || !message.notice) return { kind: 'gone' }
    const t = textsIn(browser.language ?? 'en')
    return await push?.send(browser, { ...message.notice, ...noticeText(t, message.notice) }, stopped.signal)
  }

  async function settle(message: ClaimedMessage, result: SendResult): Promise<'sent' | 'gone' | 'failed' | 'retried'> {
    if (result.kind === 'later') return (await queue.retryLater(message, result.afterMs)) ? 'retried' : 'failed'
    if (result.kind === 'gone') await queue.removeBrowser(message)
    await queue.remove(message)
    return result.kind === 'refused' ? 'failed' : result.kind
  }

  const failureMessage = 'sending messages failed'
  const poll = startPoll({ clock, intervalMs: POLL_INTERVAL_MS, work, log, failureMessage, changes })
  return {
    wake: poll.wake,
    async close() {
      stopped.abort(new Error('the server stops'))
      await poll.close()
    },
  }
}
