import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createDraftStore } from '#client/features/estimate-form/draft-store.ts'
import { emptyForm } from '#client/features/estimate-form/form-values.ts'
import { lastUpdated } from '#client/features/privacy/privacy-facts.ts'
import {
  consultationEmailKey,
  createDeviceStorage,
  draftKey,
  draftLifetimeDays,
  entryDraftsKey,
} from '#client/lib/device-storage.ts'
import { linkLifetimesMs } from '#server/auth/email-tokens.ts'
import { sessionLifetimes } from '#server/auth/session-tokens.ts'
import { estimateDigests } from '#server/domain/estimates/estimate-digests.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { limits } from '#server/rate-limits/limits.ts'
import { company } from '#shared/company.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import { estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import { renderSite } from '#tests/support/render.tsx'

const root = join(import.meta.dirname, '../..')

/** The repository's own source texts below some folders. */
function sources(...folders: string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    )
    .join('\n')
}

/** One model of the database's schema: its columns. */
function columnsOf(model: string): string[] {
  const schema = readFileSync(join(root, 'prisma/schema.prisma'), 'utf8')
  const body = new RegExp(`^model ${model} \\{\\n(.*?)^\\}`, 'ms').exec(schema)?.[1] ?? ''
  return Array.from(body.matchAll(/^ {2}(\w+) +\w+/gm), ([, name = '']) => name)
}

async function main() {
  const { user } = await renderSite('/privacy')
  const element = screen.getByRole('main')
  return { user, element, text: element.textContent ?? '' }
}

describe('the privacy page says, and it holds,', () => {
  it('which fields of a request are stored', async () => {
    const { element } = await main()
    const listed = within(element)
      .getAllByRole('listitem')
      .map((item) => item.textContent ?? '')
    for (const [field, { label }] of Object.entries(estimateFields)) {
      const words = field === 'urgent' ? 'urgent' : label.toLowerCase()
      expect(
        listed.filter((item) => item.includes(words)),
        label,
      ).toHaveLength(1)
    }
  })

  it('that time, reference, status, number and two fingerprints are stored with them, and what the staff adds', async () => {
    const { text } = await main()
    for (const words of [
      'who takes care of it',
      'how it ended and why',
      'on which day to come back',
      'notes',
      'how we reached you',
    ])
      expect(text).toContain(words)
    const work = [
      'version',
      'firstContactAt',
      'outcome',
      'outcomeReason',
      'assigneeId',
      'assignee',
      'followUpOn',
      'events',
    ]
    for (const words of ['the time', 'a reference', 'how far we are with it', 'a random number', 'two fingerprints'])
      expect(text).toContain(words)
    const screening = ['dueAt', 'quarantinedAt', 'quarantineReasons', 'spamAt', 'emailKey', 'phoneDigits']
    for (const words of [
      'by when we have promised to contact you',
      'e-mail address and phone number once more in a form that can be compared',
      'looks like spam, we note why and set it aside',
      'whether somebody has confirmed that it is spam',
      'when you began to fill it in',
    ])
      expect(text).toContain(words)
    const beside = columnsOf('ProjectEstimate').filter((column) => !(column in emptyForm))
    expect(new Set(beside)).toEqual(
      new Set([
        ...['id', 'reference', 'status', 'createdAt', 'requestKey', 'valuesDigest', 'senderDigest', 'messages'],
        ...work,
        ...screening,
      ]),
    )
  })

  it('what is stored with each thing that the staff adds', async () => {
    const { text } = await main()
    for (const words of ['who wrote it and when', 'A note, or how we reached you, has a random number too'])
      expect(text).toContain(words)
    expect(new Set(columnsOf('EstimateEvent'))).toEqual(
      new Set([...['id', 'estimateId', 'kind', 'details', 'estimate'], ...['actorId', 'actorEmail', 'at', 'entryKey']]),
    )
  })

  it('that fingerprints are SHA-256 and the network address itself is not stored', async () => {
    const { text } = await main()
    expect(text).toContain('SHA-256')
    expect(text).toContain('The network address itself is not stored.')
    const parsed = estimateInputSchema.parse({
      name: 'Ada Romero',
      email: 'ada@example.com',
      projectType: 'other',
      location: 'Queens',
      timeline: 'asap',
      budgetRange: 'under-10k',
    })
    const digests = estimateDigests(parsed, '203.0.113.7')
    for (const digest of Object.values(digests)) expect(digest).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(digests)).not.toContain('203.0.113.7')
    const columns = ['ProjectEstimate', 'Session', 'Attempt', 'User'].flatMap(columnsOf)
    expect(columns.filter((column) => /address|ip$/i.test(column))).toEqual([])
  })

  it('that there are two e-mails, a record of each, and that the record goes with the request', async () => {
    const { text } = await main()
    expect(text).toContain('Your request causes two e-mails')
    expect(text).toContain('Postmark')
    expect(text).toContain('together with the record of its e-mails')
    const templates = readdirSync(join(root, 'server/mail/templates')).filter((file) =>
      /^estimate-(staff|visitor)/.test(file),
    )
    expect(templates).toHaveLength(2)
    const schema = readFileSync(join(root, 'prisma/schema.prisma'), 'utf8')
    expect(schema).toMatch(/estimate ProjectEstimate\? .*onDelete: Cascade/)
  })

  it('what stays on the device, and for how long', async () => {
    const { text } = await main()
    expect(text).toContain(`not touched for ${draftLifetimeDays} days`)
    expect(text).toContain('what you have half written about a request, in the tab in which you write')
    const day = 24 * 60 * 60 * 1000
    let now = 0
    const store = createDraftStore(createDeviceStorage(), () => now)
    store.write({ values: { ...emptyForm, name: 'Ada' }, requestKey: undefined, linkedType: undefined })
    now = draftLifetimeDays * day + 1
    expect(store.read()).toBeUndefined()
    expect(localStorage.getItem(draftKey)).toBeNull()
  })

  it('what an account consists of, and how long sessions and links are good', async () => {
    const { text } = await main()
    for (const words of [
      'your e-mail address',
      'when you confirmed it',
      'what you may do',
      '(bcrypt) of your password',
    ])
      expect(text).toContain(words)
    const account = ['id', 'email', 'passwordHash', 'role', 'confirmedAt', 'pendingDigest', 'createdAt']
    expect(new Set(columnsOf('User'))).toEqual(new Set([...account, 'sessions', 'tokens', 'estimates']))
    for (const words of ['what the browser calls itself', 'when it was last in use']) expect(text).toContain(words)
    const day = 24 * 60 * 60 * 1000
    expect(text).toContain(`after ${sessionLifetimes.idleMs / day} days without use`)
    expect(text).toContain(`after ${sessionLifetimes.absoluteMs / day} days in any case`)
    expect(text).toContain('three days at most')
    expect(Math.max(...Object.values(linkLifetimesMs))).toBe(3 * day)
    expect(text).toContain('counts for a day at most')
    const windows = Object.values(limits).map(({ windowMs, ...limit }) => {
      return (windowMs ?? 0) * ('maxBackoffFactor' in limit ? limit.maxBackoffFactor : 1)
    })
    expect(Math.max(...windows)).toBe(day)
  })

  it('that the site uses no other storage, and cookies for accounts alone', async () => {
    const { text } = await main()
    expect(text).toContain('public pages set no cookies')
    expect(text).toContain('up to four cookies')
    expect(Object.keys(cookieNames(true))).toHaveLength(4)
    expect(sources('client')).not.toMatch(/cookieStore|indexedDB/)
    const keys = Array.from(sources('client').matchAll(/localStorage\.\w+\((\w+)/g), ([, key]) => key)
    expect(keys.filter((key) => key !== 'storageKey')).toEqual([])
  })

  it('that nothing is loaded from other companies, which browsers are told to hold it to', async () => {
    const { text } = await main()
    expect(text).toContain('load nothing from other companies')
    const headers = securityHeaders({ appOrigin: 'https://site.example', hstsIncludeSubdomains: true })
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:\/\/|\*/)
  })

  it('that the log notes nothing about visitors', async () => {
    const { text } = await main()
    expect(text).toContain('no network address')
    const log = readFileSync(join(root, 'server/http/access-log.ts'), 'utf8')
    expect(log).not.toMatch(/request\.(ip|url|headers|body|hostname)/)
  })

  it('that requests are kept until they are erased, and whom to ask', async () => {
    const { element, text } = await main()
    expect(text).toContain('We keep requests until we erase them')
    const links = within(element)
    expect(links.getByRole('link', { name: company.phone.display }).getAttribute('href')).toBe(company.phone.href)
    expect(links.getByRole('link', { name: company.email }).getAttribute('href')).toBe(`mailto:${company.email}`)
  })

  it('when it was last updated', async () => {
    const { element } = await main()
    expect(within(element).getByText(lastUpdated.words).getAttribute('datetime')).toBe(lastUpdated.date)
    const words = new Date(lastUpdated.date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    expect(lastUpdated.words).toBe(words)
  })
})

it('the button on the privacy page clears what the device keeps', async () => {
  localStorage.setItem(draftKey, '{}')
  localStorage.setItem(consultationEmailKey, 'ada@example.com')
  sessionStorage.setItem(entryDraftsKey, '{}')
  const { user } = await main()
  await user.click(screen.getByRole('button', { name: 'Clear this device now' }))
  expect([localStorage.length, sessionStorage.getItem(entryDraftsKey)]).toEqual([0, null])
  expect(screen.getByText('Done. This device keeps nothing of this site.')).toBeTruthy()
})
