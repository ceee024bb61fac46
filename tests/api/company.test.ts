import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { addVersion } from '#server/company/company-versions.ts'
import { firstDraft } from '#shared/company-draft.ts'
import type { Company } from '#shared/company-schema.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { createTestApp } from '#tests/support/server/test-app.ts'

const server = sharedApp()
let admin: SignedIn
beforeAll(async () => {
  admin = await signedIn(server, { role: 'admin' })
})

/** Letters of three bytes. */
const text = (length: number) => '漢'.repeat(length)
const [line, sentence] = [text(120), text(400)]
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

/** Fills every field to its limit. */
function longestCompany(): Company {
  const draft = firstDraft()
  const photo = { file: 'x'.repeat(200), alt: line }
  const link = `https://${'x'.repeat(492)}`
  const claim = { figure: line, sentence: line, source: sentence, since: line }
  const page = { text: `${'一 '.repeat(120)}${text(4_760)}`, questions: times(6, { question: line, answer: sentence }) }
  return {
    ...draft,
    ...{ name: line, legalName: line, serviceArea: line, reviews: link, socialProfile: link, otherWork: sentence },
    ...{ lead: sentence, work: line },
    license: { label: line, number: draft.license.number, search: link },
    insurance: { covers: line, certificateOnRequest: true },
    address: { ...draft.address, street: line, city: line },
    closedDays: times(60, '2026-12-24'),
    headline: [line, line],
    heroPhoto: photo,
    claims: {
      ...{ licensed: claim, experience: claim, projects: claim, rating: claim, onTime: claim },
      ...{ value: claim, response: claim, fees: claim, consultation: claim },
    },
    services: times(12, { name: line, text: sentence, projectType: 'kitchen-remodel' as const, photo, page }),
    projects: times(12, {
      ...{ name: line, place: line, text: sentence, drawing: 'bathroom' as const },
      projectType: 'bathroom-remodel' as const,
      photos: { before: photo, after: photo },
    }),
    whyChoose: times(8, { title: line, text: sentence }),
    projectManager: { name: line, role: line, words: sentence, photo },
    boroughs: times(8, { name: line, text: line }),
    testimonials: times(12, {
      ...{ name: line, location: line, text: text(1_000), rating: 5, projectValue: line, photo },
      consentOn: '2026-12-24',
    }),
    socialProof: {
      enabled: true,
      notices: times(12, { name: line, neighborhood: line, action: line, timeAgo: line }),
    },
    guide: { label: line, placeholder: line, button: line },
  }
}

const save = (input: object) => server.call('company.save', input, admin.headers)

test('B13 the longest company that its schema takes is saved, whereas longer bodies are refused', async () => {
  const company = longestCompany()
  expect((await save({ revision: 0, company })).json()).toMatchObject({ result: { data: { revision: 1 } } })
  const read = await server.app.inject({ url: '/api/trpc/company.read', headers: admin.headers })
  expect(read.json().result.data.draft.services).toEqual(company.services)

  const padded = { revision: 1, company: { ...company, more: 'x'.repeat(100_000) } }
  expect((await save(padded)).statusCode).toBe(413)
  // Others, and lists of calls, keep the limit of all requests.
  const other = await server.call('company.publish', { revision: 1, more: 'x'.repeat(70_000) }, admin.headers)
  expect(other.statusCode).toBe(413)
})

test('a publication is answered that takes longer than a client may otherwise read nothing', async () => {
  const slow = await createTestApp({
    timeouts: { stalledMs: 200 },
    addClientFiles: async (clientDir) => {
      const prerender = join(clientDir, '../prerender')
      mkdirSync(prerender)
      writeFileSync(join(prerender, 'site.json'), '{}')
      writeFileSync(join(prerender, 'render-process.js'), 'setTimeout(() => process.exit(1), 1_000)')
    },
  })
  try {
    const { headers } = await signedIn(slow, { role: 'admin' })
    await slow.call('company.save', { revision: 0, company: firstDraft() }, headers)
    const response = await fetch(`http://127.0.0.1:${await slow.listen()}/api/trpc/company.publish`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ revision: 1 }),
    })
    expect(response.status).toBe(503)
    expect((await response.json()).error.message).toContain('The pages could not be made')
  } finally {
    await slow.dispose()
  }
})

test('a file that another process has published is made when its page asks for it', async () => {
  let rendererPath = ''
  let runsPath = ''
  const second = await createTestApp({
    addClientFiles: async (clientDir) => {
      const prerender = join(clientDir, '../prerender')
      mkdirSync(prerender)
      writeFileSync(join(prerender, 'site.json'), '{}')
      rendererPath = join(prerender, 'render-process.js')
      runsPath = join(prerender, 'runs')
      writeFileSync(
        rendererPath,
        `const { cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
        const { pagesDir, assetsDir } = JSON.parse(readFileSync(0, 'utf8'))
        mkdirSync(assetsDir, { recursive: true })
        writeFileSync(assetsDir + '/company-new.js', 'new')
        cpSync(${JSON.stringify(clientDir)}, pagesDir, { recursive: true })`,
      )
    },
  })
  try {
    const { userId: id, email } = await signedIn(second, { role: 'admin' })
    const deps = { database: second.database, clock: second.clock, user: { id, email } }
    const get = async (name: string) => (await second.app.inject(`/assets/${name}`)).statusCode
    await addVersion(deps, firstDraft())
    expect(await Promise.all([get('company-new.js'), get('company-none.js')])).toEqual([200, 404])

    writeFileSync(rendererPath, `require('node:fs').appendFileSync(${JSON.stringify(runsPath)}, '.'); process.exit(1)`)
    await addVersion(deps, { ...firstDraft(), name: 'Queens Kitchen Company' })
    for (let count = 0; count < 10; count += 1) expect(await get(`photo-${count}.avif`)).toBe(404)
    // The process itself may have tried once.
    expect(readFileSync(runsPath, 'utf8').length).toBeLessThanOrEqual(2)
  } finally {
    await second.dispose()
  }
})
