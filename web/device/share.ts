/** The device's share sheet, or the clipboard where there is none. */

export interface Shareable {
  title: string
  text: string
  url: string
}

/** 'too late': devices share only right after a tap. */
export type ShareResult = 'shared' | 'copied' | 'dismissed' | 'too late' | 'impossible'

/** Shares text and link, with the picture where the device accepts one. Call it right after a tap. */
export async function share(data: Shareable, picture?: File): Promise<ShareResult> {
  if (typeof navigator.share !== 'function') return (await copy(data.url)) ? 'copied' : 'impossible'
  const withPicture = { ...data, ...(picture && { files: [picture] }) }
  try {
    await navigator.share(picture && navigator.canShare?.(withPicture) ? withPicture : data)
    return 'shared'
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    // InvalidStateError: a share sheet is already open.
    if (name === 'AbortError' || name === 'InvalidStateError') return 'dismissed'
    if (await copy(data.url)) return 'copied'
    return name === 'NotAllowedError' ? 'too late' : 'impossible'
  }
}

/** Copies text to the clipboard; returns false where the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The deprecated API, which also works on plain http. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focused = document.activeElement
  // A sheet takes the focus back from whatever is outside.
  const place = focused?.closest('[role="dialog"]') ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
