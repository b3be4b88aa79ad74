/** A text button that opens the camera or the gallery. */
import { Camera } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { TextButton } from './button.tsx'

interface ChoosePhotoProps {
  /** Of the button. */
  ref?: Ref<HTMLButtonElement>
  label: string
  isBusy?: boolean
  onChoose: (photo: File) => void
}

export function ChoosePhoto({ ref, label, isBusy = false, onChoose }: ChoosePhotoProps) {
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
      <TextButton ref={ref} isBusy={isBusy} onClick={() => input.current?.click()}>
        <Camera size={17} aria-hidden="true" className="shrink-0" />
        {label}
      </TextButton>
    </>
  )
}
