/** A menu that is scanned and gets its ratings, again and again; at once and for good where less motion is wanted. */

const ROWS = [
  { style: 'Pilsner', price: '4.20', rating: 71 },
  { style: 'Tripel', price: '5.80', rating: 88, isBest: true },
  { style: 'Stout', price: '5.00', rating: 79 },
]

export function MenuProof() {
  return (
    <div
      aria-hidden="true"
      className="sheen relative mt-6 w-full overflow-clip rounded-card border border-line bg-surface/80 px-4 py-1.5 text-left"
    >
      <div className="absolute inset-x-0 top-0 h-full animate-scanned border-b-2 border-amber bg-linear-to-t from-amber/25 to-transparent to-40% opacity-0" />
      {ROWS.map(({ style, price, rating, isBest }, place) => (
        <div key={style} className="flex items-center gap-3 border-line py-2 not-last:border-b">
          <span className="display">{style}</span>
          <span className="grow border-b border-dotted border-ink/30" />
          <span className="machine text-ink-2">{price}</span>
          <span
            className={`display min-w-11 animate-rated rounded-full px-2.5 py-0.5 text-center ${isBest ? 'bg-amber text-[#2a1503]' : 'bg-ink/10'}`}
            style={{ animationDelay: `${place * 400}ms` }}
          >
            {rating}
          </span>
        </div>
      ))}
    </div>
  )
}
