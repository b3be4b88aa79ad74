/** The changes that queries show while they are sent, on top of what the server has confirmed. */
import type { QueryClient } from '@tanstack/react-query'

type Key = readonly [string]
type Update<T> = (shown: T) => T

interface Shown {
  confirmed: unknown
  sending: readonly Update<unknown>[]
}

const clients = new WeakMap<QueryClient, Map<string, Shown>>()

const applied = ({ confirmed, sending }: Shown): unknown =>
  confirmed === undefined ? undefined : sending.reduce<unknown>((shown, update) => update(shown), confirmed)

/** What a query shows once the server has returned `fetched`. An update may be in there already. */
export function withChanges<T>(client: QueryClient, [key]: Key, fetched: T): T {
  const shown = clients.get(client)?.get(key)
  if (!shown) return fetched
  shown.confirmed = fetched
  return applied(shown) as T
}

/** Shows a change from now on. Returns what ends that: with a change that the server has stored, or without it. */
export function showChange<T>(client: QueryClient, key: Key, update: Update<T>): (isStored: boolean) => void {
  const ofClient = clients.get(client) ?? new Map<string, Shown>()
  clients.set(client, ofClient)
  const change = (shown: unknown) => update(shown as T)
  const before = ofClient.get(key[0]) ?? { confirmed: client.getQueryData(key), sending: [] }
  show({ ...before, sending: [...before.sending, change] })

  function show(shown: Shown): void {
    if (shown.sending.length > 0) ofClient.set(key[0], shown)
    else ofClient.delete(key[0])
    client.setQueryData(key, applied(shown))
  }

  return (isStored) => {
    const now = ofClient.get(key[0])
    if (!now) return
    const stored = { ...now, sending: isStored ? [change] : [] }
    show({ confirmed: applied(stored), sending: now.sending.filter((other) => other !== change) })
  }
}
