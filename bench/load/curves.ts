/** Draws series over the same time as small charts below one another, each from zero to its maximum. */

interface Series {
  title: string
  values: readonly number[]
}

const WIDTH = 720
const LABEL_WIDTH = 170
const ROW_HEIGHT = 44
const CHART_HEIGHT = 32
const GREY = '#777'

/** An SVG that is readable on light and dark pages. */
export function curvesOf(series: readonly Series[]): string {
  const rows = series.map(({ title, values }, index) => {
    const max = Math.max(...values)
    const [x, y] = [
      (n: number) => LABEL_WIDTH + (n / Math.max(1, values.length - 1)) * (WIDTH - LABEL_WIDTH),
      (value: number) => CHART_HEIGHT * (1 - value / (max || 1)),
    ]
    const points = values.map((value, n) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
    return [
      `<g transform="translate(0 ${index * ROW_HEIGHT + 6})">`,
      `<text x="0" y="14" fill="${GREY}">${title}</text>`,
      `<text x="0" y="28" fill="${GREY}">${Math.min(...values).toFixed(0)} to ${max.toFixed(0)}</text>`,
      `<line x1="${LABEL_WIDTH}" x2="${WIDTH}" y1="${CHART_HEIGHT}" y2="${CHART_HEIGHT}" stroke="${GREY}" stroke-width="0.5"/>`,
      `<polyline points="${points}" fill="none" stroke="#c77d0a" stroke-width="1.5"/>`,
      '</g>',
    ].join('\n')
  })
  const height = series.length * ROW_HEIGHT
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${series.map(({ title }) => title).join('; ')}</title>`,
    ...rows,
    '</svg>\n',
  ].join('\n')
}
