/** The device's share sheet, or the clipboard where there is none. */

export interface Shareable {
  title: string
  text: string
  url: string
}

/** 'too late': the device shares only right after a tap, and this one is too long ago. */
export type ShareResult = 'shared' | 'copied' | 'dismissed' | 'too late' | 'impossible'

/** Shares the words and the link, with the picture where the device takes one. Call it right after a tap. */
export async function share(data: Shareable, picture?: File): Promise<ShareResult> {
  if (typeof navigator.share !== 'function') return (await copy(data.url)) ? 'copied' : 'impossible'
  const withPicture = { ...data, ...(picture && { files: [picture] }) }
  try {
    await navigator.share(picture && navigator.canShare?.(withPicture) ? withPicture : data)
    return 'shared'
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    // A sheet that is open already is as good as this one.
    if (name === 'AbortError' || name === 'InvalidStateError') return 'dismissed'
    if (await copy(data.url)) return 'copied'
    return name === 'NotAllowedError' ? 'too late' : 'impossible'
  }
}

/** Puts text on the clipboard; false where the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The old way, which also works on plain http. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
  }
}
