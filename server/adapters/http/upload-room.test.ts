import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { identifyBeer } from '#contracts'
import { uploadRoom } from './upload-room.ts'

const UPLOADS_PER_USER = 20
const FORM = identifyBeer.form ?? expect.fail('it takes a photo')

function anUpload() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  const response = new EventEmitter()
  const request = { user: { id: 1 }, headers: { 'content-length': '1000' }, raw: { socket } }
  return {
    socket,
    response,
    request: request as unknown as FastifyRequest,
    reply: { raw: response, request } as unknown as FastifyReply,
  }
}

it.each(['socket', 'response'] as const)('makes room again when the %s is closed', (closed) => {
  const { enter } = uploadRoom()
  const uploads = Array.from({ length: UPLOADS_PER_USER }, anUpload)
  for (const { request, reply } of uploads) enter(request, reply, FORM)
  const next = anUpload()
  expect(() => enter(next.request, next.reply, FORM)).toThrow('Please wait a moment')
  uploads[0]?.[closed].emit('close')
  enter(next.request, next.reply, FORM)
  expect(uploads[0]?.socket.listenerCount('close')).toBe(0)
})

it('has as much room after an upload whose connection was lost before', () => {
  const { enter } = uploadRoom()
  for (const { request, reply, socket } of Array.from({ length: UPLOADS_PER_USER + 1 }, anUpload)) {
    socket.destroyed = true
    enter(request, reply, FORM)
  }
})
