/** A text button that opens the camera or the gallery. */
import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { TEXT_BUTTON } from './button.tsx'

interface ChoosePhotoProps {
  label: string
  isBusy?: boolean
  onChoose: (photo: File) => void
}

export function ChoosePhoto({ label, isBusy = false, onChoose }: ChoosePhotoProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const photo = target.files?.[0]
          // Reset, so that choosing the same file again fires another change event.
          if (photo) onChoose(photo)
          target.value = ''
        }}
      />
      <button type="button" disabled={isBusy} onClick={() => input.current?.click()} className={TEXT_BUTTON}>
        <Camera size={17} aria-hidden="true" className="shrink-0" />
        {label}
      </button>
    </>
  )
}
