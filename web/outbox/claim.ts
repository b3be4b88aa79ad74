/**
 * One tab at a time works on a capture: a Web Lock holds across tabs and ends with its tab. Insecure origins have no
 * locks; there the id alone prevents a second scan.
 */

export type Release = () => void

/** Returns undefined when another tab has the capture; with `wait` it waits for that tab. */
export function claimInBrowser(id: string, { wait = false } = {}): Promise<Release | undefined> {
  const { locks } = navigator
  if (!locks) return Promise.resolve(() => undefined)
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined)
      return new Promise<void>((release) => resolve(release))
    }
    locks.request(`beergoggles-capture-${id}`, { ifAvailable: !wait }, held).catch(reject)
  })
}
