import type { Result } from 'lighthouse'
import { buildWithPhotos } from '#tests/support/e2e/site-with-photos.ts'
import { median } from '#tests/support/percentile.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { rounded } from './figures.ts'
import { openLighthouse } from './lighthouse.ts'
import { options } from './options.ts'

const rounds = options.rounds ?? 9

/** In seconds. */
const allowedDelay = 0.2

type Figures = { readonly largestPaint: number; readonly layoutShift: number; readonly images: number }

/** The home page with six photographs beside the one without, in interleaved rounds. */
export async function benchPhotos(): Promise<void> {
  const folder = temporaryFolder('bench-photos')
  const data = ['with', 'without'].map((name) => temporaryFolder(`bench-photos-${name}`))
  const withPhotos = await buildWithPhotos(folder.path, { isLifelike: true })
  const programs = [[withPhotos], undefined]
  const servers = await Promise.all(
    programs.map((program, index) => startServer({ DATA_DIR: data[index]?.path ?? '' }, program)),
  )
  const lighthouse = await openLighthouse(['performance'])
  const runs: Figures[][] = [[], []]
  try {
    for (let round = 0; round < rounds; round++)
      for (const [index, server] of servers.entries())
        runs[index]?.push(figuresOf(await lighthouse.audit(`${server.origin}/`)))
  } finally {
    await lighthouse.close()
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    for (const each of [folder, ...data]) each.remove()
  }
  print(runs)
}

function figuresOf(result: Result): Figures {
  const { details } = result.audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? details.items : []
  const images = requests.filter(({ resourceType }) => resourceType === 'Image')
  return {
    largestPaint: (result.audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
    layoutShift: result.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    images: images.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0) / 1000,
  }
}

function print([withPhotos = [], without = []]: readonly Figures[][]): void {
  console.log(`\nThe home page with six photographs, Lighthouse on a simulated phone, ${rounds} interleaved rounds`)
  const row = (name: keyof Figures, digits: number) => {
    const [first, second] = [withPhotos, without].map((figures) => figures.map((each) => each[name])) as [
      number[],
      number[],
    ]
    const range = (values: number[]) =>
      `${rounded(Math.min(...values), digits)} to ${rounded(Math.max(...values), digits)}`
    return {
      with: rounded(median(first), digits),
      'with, range': range(first),
      without: rounded(median(second), digits),
      'without, range': range(second),
      more: rounded(median(first) - median(second), digits),
    }
  }
  console.table({
    'largest contentful paint (s)': { ...row('largestPaint', 2), budget: `${allowedDelay} more` },
    'layout shift': row('layoutShift', 3),
    'images (kB)': row('images', 0),
  })
}
