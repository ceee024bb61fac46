import { rounded } from './figures.ts'

export type ScaleFigures = {
  readonly engine: string
  readonly server: string
  readonly size: number
  readonly work: string
  readonly times: number
  /** How many of them got no response, or an error. */
  readonly refused: number
  readonly medianMs: number
  readonly p95Ms: number
  /** The waits of others for /healthz meanwhile. */
  readonly othersP99Ms: number
  readonly othersMaxMs: number
}

type Line = { readonly label: string; readonly points: readonly { readonly size: number; readonly ms: number }[] }

const panel = { width: 300, height: 230, left: 44, right: 165, top: 40, bottom: 34 }
const colors = ['#1f77b4', '#d1495b', '#2a9d5c', '#b7791f', '#7b5ea7', '#0f8b8d', '#555555']
const [minMs, maxMs] = [1, 100_000]
/** Time and its labels. */
const ticks: Readonly<Record<number, string>> = {
  1: '1 ms',
  10: '10 ms',
  100: '0.1 s',
  1000: '1 s',
  10000: '10 s',
  100000: '100 s',
}

/** The work that is drawn, by its name or its group's: the slowest of a group counts. */
const drawn: Readonly<Record<string, RegExp>> = {
  'first page': /^first page$/,
  'slowest search': /^search/,
  'slowest filter': /^filter/,
  'sorted by budget': /^sort by budget$/,
  counts: /^counts, no filter$/,
  'report, five years': /^report of five years$/,
  'CSV file': /^CSV of all$/,
}

function linesOf(figures: readonly ScaleFigures[], value: 'p95Ms' | 'othersMaxMs'): Line[] {
  const sizes = [...new Set(figures.map(({ size }) => size))].toSorted((a, b) => a - b)
  return Object.entries(drawn).map(([label, pattern]) => ({
    label,
    points: sizes.map((size) => ({
      size,
      ms: Math.max(...figures.filter((one) => one.size === size && pattern.test(one.work)).map((one) => one[value])),
    })),
  }))
}

/** Labels at the ends of lines must cover neither each other nor the sizes below them. */
function spread(heights: readonly number[]): number[] {
  const lineHeight = 13
  const order = heights.map((_, index) => index).toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  const placed = [...heights]
  let lowest = Number.NEGATIVE_INFINITY
  for (const index of order) {
    lowest = Math.max(placed[index] ?? 0, lowest + lineHeight)
    placed[index] = lowest
  }
  let highest = panel.height - panel.bottom
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, highest)
    highest = placed[index] - lineHeight
  }
  return placed
}

function drawPanel(title: string, lines: readonly Line[]): string {
  const sizes = lines[0]?.points.map(({ size }) => size) ?? []
  const [first = 1, last = 10] = [sizes[0], sizes.at(-1)]
  const span = Math.log(last / first) || 1
  const x = (size: number) => panel.left + (Math.log(size / first) / span) * (panel.width - panel.left)
  const share = (ms: number) => Math.log(Math.min(maxMs, Math.max(minMs, ms)) / minMs) / Math.log(maxMs / minMs)
  const y = (ms: number) => panel.height - panel.bottom - share(ms) * (panel.height - panel.top - panel.bottom)
  const labels = spread(lines.map(({ points }) => y(points.at(-1)?.ms ?? minMs)))
  return [
    `<text x="${panel.left}" y="20" class="title">${title}</text>`,
    ...Object.entries(ticks).map(
      ([ms, label]) =>
        `<path class="grid" d="M${panel.left} ${y(Number(ms))}H${panel.width}"/>` +
        `<text class="end" x="${panel.left - 6}" y="${y(Number(ms)) + 4}">${label}</text>`,
    ),
    ...sizes.map((size) => `<text class="middle" x="${x(size)}" y="${panel.height - 14}">${rounded(size)}</text>`),
    ...lines.map(({ label, points }, index) => {
      const color = colors[index]
      const path = points.map(({ size, ms }) => `${x(size).toFixed(1)} ${y(ms).toFixed(1)}`).join('L')
      const dots = points.map(
        ({ size, ms }) => `<circle cx="${x(size).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="3" fill="${color}"/>`,
      )
      const text = `${label}: ${rounded(points.at(-1)?.ms)} ms`
      return (
        `<path d="M${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}` +
        `<text x="${panel.width + 10}" y="${(labels[index] ?? 0) + 4}" style="fill:${color}">${text}</text>`
      )
    }),
  ].join('')
}

/** An SVG picture: response times above, what others wait below, an engine beside the other. It has its own background. */
export function drawScale(figures: readonly ScaleFigures[]): string {
  const server = figures.at(-1)?.server
  const engines = [...new Set(figures.map(({ engine }) => engine))]
  const [width, height] = [panel.width + panel.right, panel.height]
  const panels = engines.flatMap((engine, column) => {
    const own = figures.filter((one) => one.engine === engine && one.server === server)
    const rows = [
      drawPanel(`${engine}: response, 95th percentile`, linesOf(own, 'p95Ms')),
      drawPanel(`${engine}: longest wait of others`, linesOf(own, 'othersMaxMs')),
    ]
    return rows.map((row, index) => `<g transform="translate(${column * width} ${index * height})">${row}</g>`)
  })
  const size = `${engines.length * width} ${2 * height}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" role="img" aria-label="Response times and waits by the number of estimates">
<style>
text { font: 11px system-ui, sans-serif; fill: #444 }
.title { font-size: 13px; font-weight: 600 }
.end { text-anchor: end }
.middle { text-anchor: middle }
.grid { stroke: #ddd }
.background { fill: #fff }
</style>
<rect class="background" width="100%" height="100%" rx="8"/>
${panels.join('\n')}
</svg>
`
}
