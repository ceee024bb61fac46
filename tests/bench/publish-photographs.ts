import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { firstDraft } from '#shared/company-draft.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

/** A picture with about as much detail as a camera's. */
function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise } })
    .blur(3)
    .jpeg()
    .toBuffer()
}

/**
 * Publishes a company whose home page has that many different photographs: one at the top, one for each project.
 *
 * @returns how long the publication took, in seconds
 */
export async function publishPhotographs(origin: string, databaseUrl: string, count: number): Promise<number> {
  const { headers } = await insertSignedIn(databaseUrl, { role: 'admin' })
  const upload = async () => {
    const body = new FormData()
    body.append('photo', new Blob([new Uint8Array(await photograph())], { type: 'image/jpeg' }), 'photo.jpg')
    const file = randomUUID()
    const { ok, status } = await fetch(`${origin}/api/company-photos/${file}`, { method: 'PUT', headers, body })
    if (!ok) throw new Error(`A photograph was answered with ${status}.`)
    return { file, alt: 'A kitchen' }
  }
  const call = async (procedure: string, input: object) => {
    const response = await fetch(`${origin}/api/trpc/${procedure}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    if (!response.ok) throw new Error(`${procedure} was answered with ${response.status}.`)
  }

  const heroPhoto = await upload()
  const projects = []
  for (let number = 1; number < count; number++)
    projects.push({
      ...{
        name: `Project ${number}`,
        place: 'Park Slope, Brooklyn',
        text: 'A new kitchen.',
        drawing: 'kitchen' as const,
      },
      photos: { after: await upload() },
    })
  await call('company.save', { revision: 0, company: { ...firstDraft(), heroPhoto, projects } })
  const startedAt = performance.now()
  await call('company.publish', { revision: 1 })
  return (performance.now() - startedAt) / 1_000
}
