import type { FastifyReply } from 'fastify'

/** Calls the listener once the response is sent or its connection is lost; at once if that has happened already. */
export function whenClosed({ raw, request }: FastifyReply, listener: () => void): void {
  const { socket } = request.raw
  const closed = () => {
    raw.off('close', closed)
    socket.off('close', closed)
    listener()
  }
  if (raw.closed || socket.destroyed) closed()
  else {
    raw.once('close', closed)
    // A response that waits behind another one of its connection is not told that the connection is gone.
    socket.once('close', closed)
    // Any number of responses may wait.
    socket.setMaxListeners(0)
  }
}
