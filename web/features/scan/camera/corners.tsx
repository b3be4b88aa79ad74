/** The corner marks of the viewfinder. */

const CORNERS = [
  'left-0 top-0 border-t-3 border-l-3 rounded-tl-[18px]',
  'right-0 top-0 border-t-3 border-r-3 rounded-tr-[18px]',
  'bottom-0 left-0 border-b-3 border-l-3 rounded-bl-[18px]',
  'bottom-0 right-0 border-b-3 border-r-3 rounded-br-[18px]',
]

/** The corners turn green briefly after auto-scan found a beer. */
export function Corners({ isFound = false }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {CORNERS.map((corner) => (
        <span key={corner} className={`absolute size-11 ${isFound ? 'border-hop' : 'border-amber'} ${corner}`} />
      ))}
    </div>
  )
}
