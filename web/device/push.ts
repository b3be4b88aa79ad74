/** This browser's subscription to push notifications. */

export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Undefined if this browser cannot receive notices while the app is closed, or does not reach its push service. */
export async function subscribeToPushes(publicKey: string): Promise<Subscription | undefined> {
  const manager = await pushManager()
  if (!manager) return undefined
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return toSubscription(await manager.subscribe(options))
  } catch {
    // A subscription to another key, from before the server's data were replaced.
    await (await manager.getSubscription())?.unsubscribe()
    return await manager.subscribe(options).then(toSubscription, () => undefined)
  }
}

export async function unsubscribeFromPushes(): Promise<void> {
  const manager = await pushManager()
  await (await manager?.getSubscription())?.unsubscribe()
}

async function pushManager(): Promise<PushManager | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return registration?.pushManager
}

function toSubscription(subscription: PushSubscription): Subscription | undefined {
  const { endpoint, keys } = subscription.toJSON()
  return endpoint && keys?.p256dh && keys.auth
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : undefined
}
