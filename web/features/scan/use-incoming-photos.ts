/** Photos that arrive without the picker: pasted, dropped on the page, or shared by another app. */
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '#web/api/queries.ts'
import { SHARED_PHOTOS_ADDRESS } from '#web/handoff/paths.ts'

export function useIncomingPhotos(onFiles: (files: File[]) => void): void {
  const { data: user } = useUser()
  const arrive = useEffectEvent((files: Iterable<File>) => {
    const all = [...files]
    if (all.length > 0) onFiles(all)
  })

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => arrive(event.clipboardData?.files ?? [])
    const onDragOver = (event: DragEvent) => event.preventDefault()
    const onDrop = (event: DragEvent) => {
      event.preventDefault()
      arrive(event.dataTransfer?.files ?? [])
    }
    window.addEventListener('paste', onPaste)
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('paste', onPaste)
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [])

  const takeShared = useEffectEvent(async () => {
    const { takeSharedPhotos } = await import('#web/device/shared-photos.ts')
    if (user) arrive(await takeSharedPhotos(user.id))
  })

  useEffect(() => {
    if (`${location.pathname}${location.search}` !== SHARED_PHOTOS_ADDRESS) return
    window.history.replaceState(window.history.state, '', '/')
    void takeShared()
  }, [])
}
