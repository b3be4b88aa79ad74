/** A switch with a label; the whole line is the target. */
import { type ReactNode, useId } from 'react'

interface ToggleProps {
  name: string
  /** A description below the name. */
  note?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function Toggle({ name, note, isOn, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex min-h-14 items-center justify-between gap-4">
      <label htmlFor={id} className="min-w-0 flex-1 py-3 leading-snug font-semibold">
        {name}
        {note && (
          <span id={`${id}note`} className="block text-[0.82rem] font-normal text-ink-3">
            {note}
          </span>
        )}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-label={name}
        aria-describedby={note ? `${id}note` : undefined}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-8 w-13 shrink-0 cursor-pointer appearance-none rounded-full border border-ink-3/60 bg-raised transition-colors before:absolute before:top-[3px] before:left-[3px] before:size-6 before:rounded-full before:bg-ink-3 before:shadow before:transition-transform before:duration-150 before:content-[''] checked:border-amber checked:bg-amber checked:before:translate-x-5 checked:before:bg-[#2a1503]"
      />
    </div>
  )
}
