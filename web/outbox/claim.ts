/**
 * One tab at a time works on a capture: the browser's lock holds across tabs and ends with the tab. A page without
 * secure-context interfaces has no locks; there the id alone makes sure that a photo sent twice is one scan.
 */

/** Ends a claim. */
export type Release = () => void

/** Claims the capture; undefined when another tab has it. `wait` waits for that tab instead. */
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
