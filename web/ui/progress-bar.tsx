export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  const value = Math.min(100, Math.max(0, Math.round(percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-3.5 overflow-hidden rounded-full border border-line bg-raised"
    >
      <div
        className="h-full origin-left rounded-full bg-linear-to-r from-copper via-amber to-straw transition-transform duration-300 ease-out"
        style={{ transform: `scaleX(${value / 100})` }}
      />
    </div>
  )
}
