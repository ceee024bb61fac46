import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { sweepExpired } from '#server/jobs/sweep-expired.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { maxPhotoBytes, photoProblems } from '#shared/estimates/photos.ts'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { cameraPhoto, notPhotos } from '#tests/support/estimates/photo-fixtures.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

// Photos are read at a low priority, so a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const server = sharedApp({ settings: trustLoopback })
let photo: Buffer
let serverKey: Buffer
beforeAll(async () => {
  photo = await cameraPhoto()
  serverKey = await openServerKey(server.database, server.clock)
})

type Part = { readonly name?: string; readonly filename?: string; readonly bytes: Buffer }

function body(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = randomUUID()
  const chunks = parts.flatMap(({ name = 'photo', filename = 'a.jpg', bytes }) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

type Sent = {
  readonly id?: string
  readonly bytes?: Buffer
  readonly headers?: Record<string, string>
  readonly url?: string
}

function put(key: string, { id = randomUUID(), bytes = photo, headers = fromElsewhere(), ...sent }: Sent = {}) {
  const { payload, headers: type } = body([{ bytes }])
  const url = sent.url ?? `/api/form-photos/${id}?key=${key}`
  return server.app.inject({ method: 'PUT', url, headers: { ...headers, ...type }, payload })
}

async function submit(requestKey: string, photos: readonly string[]): Promise<void> {
  const input = { ...estimateInput(), ...newVisitor(), requestKey, photos }
  expect((await server.call('estimates.submit', input, fromElsewhere())).statusCode).toBe(200)
}

const filesOf = (where: object) =>
  server.database.read.storedFile.findMany({
    where,
    orderBy: { createdAt: 'asc' },
    select: { id: true, requestKey: true, content: true },
  })

const requestOf = (requestKey: string) =>
  server.database.read.projectEstimate.findUniqueOrThrow({ where: { requestKey }, select: { id: true, version: true } })

const look = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { ...fromElsewhere(), ...headers } })

describe('a photo of the form', () => {
  test('waits for its request, which takes those that the form names', async () => {
    const key = randomUUID()
    const [wanted, removed] = [randomUUID(), randomUUID()]
    const stored = await put(key, { id: wanted })
    expect([stored.statusCode, stored.json()]).toEqual([200, { id: wanted, width: 300, height: 200 }])
    await put(key, { id: removed })
    const staff = await signedIn(server, { role: 'staff' })
    expect((await look(`/api/photos/${wanted}/small`, staff.headers)).statusCode).toBe(404)

    await submit(key, [wanted])
    const { id } = await requestOf(key)
    expect(await filesOf({ estimateId: id })).toMatchObject([{ id: wanted, requestKey: null }])
    expect(await filesOf({ requestKey: key })).toMatchObject([{ id: removed }])
  })

  test('is stored once, however often it is sent, and not over another', async () => {
    const [key, id] = [randomUUID(), randomUUID()]
    const sent = await Promise.all([1, 2, 3].map(() => put(key, { id })))
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await filesOf({ requestKey: key })).toHaveLength(1)
    expect((await put(randomUUID(), { id })).statusCode).toBe(409)
  })

  test('is added to its request for an hour after it was sent, and no longer', async () => {
    const key = randomUUID()
    await submit(key, [])
    const { id, version } = await requestOf(key)
    server.clock.advance(hourMs - minuteMs)
    await Promise.all([put(key), put(key)])
    expect(await filesOf({ estimateId: id })).toHaveLength(2)
    expect(await server.database.read.estimateEvent.count({ where: { estimateId: id, kind: 'visitor_photos' } })).toBe(
      1,
    )
    expect((await requestOf(key)).version).toBe(version + 2)

    server.clock.advance(2 * minuteMs)
    const late = await put(key)
    expect([late.statusCode, late.json()]).toEqual([409, { message: photoProblems.tooLate }])
  })

  test('belongs to the request of its form alone, of whatever is sent at the same moment', async () => {
    const key = randomUUID()
    const ids = Array.from({ length: 4 }, () => randomUUID())
    await Promise.all([...ids.map((id) => put(key, { id })), submit(key, ids)])
    const { id } = await requestOf(key)
    expect(new Set((await filesOf({ estimateId: id })).map((one) => one.id))).toEqual(new Set(ids))
  })

  test('is one of six', async () => {
    const key = randomUUID()
    await submit(key, [])
    const statuses = await Promise.all(Array.from({ length: 8 }, () => put(key)))
    expect(statuses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 200, 409, 409,
    ])
    expect(statuses.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({ message: photoProblems.tooMany })
  })

  test('is removed while it waits, by its form alone', async () => {
    const [key, id] = [randomUUID(), randomUUID()]
    await put(key, { id })
    const remove = (by: string) =>
      server.app.inject({ method: 'DELETE', url: `/api/form-photos/${id}?key=${by}`, headers: fromElsewhere() })
    expect((await remove(randomUUID())).statusCode).toBe(204)
    expect(await filesOf({ id })).toHaveLength(1)
    await remove(key)
    expect(await filesOf({ id })).toEqual([])
    expect(await server.database.read.fileContent.count({ where: { fileId: id } })).toBe(0)
  })

  test('is deleted after a day without its request', async () => {
    const key = randomUUID()
    const sweep = () =>
      sweepExpired({ database: server.database, serverKey, mailFolder: '/nowhere', now: server.clock.now() })
    await put(key)
    server.clock.advance(24 * hourMs)
    await sweep()
    expect(await filesOf({ requestKey: key })).toHaveLength(1)
    server.clock.advance(minuteMs)
    await sweep()
    expect(await filesOf({ requestKey: key })).toEqual([])
  })
})

describe('a photo is refused', () => {
  test('if it is none, whatever its name, and in a sentence', async () => {
    for (const bytes of Object.values(notPhotos(photo))) {
      const { statusCode, json } = await put(randomUUID(), { bytes })
      expect([statusCode, json()]).toEqual([400, { message: photoProblems.unreadable }])
    }
  })

  test('if it is none and an administrator sends it for the site', async () => {
    const { headers } = await signedIn(server, { role: 'admin' })
    for (const bytes of Object.values(notPhotos(photo))) {
      const id = randomUUID()
      const { statusCode, json } = await put('', { bytes, headers, url: `/api/company-photos/${id}` })
      expect([statusCode, json()]).toEqual([400, { message: photoProblems.unreadable }])
      expect(await filesOf({ id })).toEqual([])
    }
  })

  test('B13 over 10 MB', async () => {
    const { statusCode, json } = await put(randomUUID(), { bytes: Buffer.concat([photo, Buffer.alloc(maxPhotoBytes)]) })
    expect([statusCode, json()]).toEqual([413, { message: photoProblems.tooLarge }])
  })

  test('from another site, and without a form', async () => {
    const elsewhere = { ...fromElsewhere(), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await put(randomUUID(), { headers: elsewhere })).statusCode).toBe(403)
    expect((await put('me')).statusCode).toBe(400)
    expect((await put(randomUUID(), { id: 'mine' })).statusCode).toBe(400)
    const headers = { ...fromElsewhere(), 'content-type': 'multipart/form-data' }
    const url = `/api/form-photos/${randomUUID()}?key=${randomUUID()}`
    for (const payload of ['', '--x', 'nothing'])
      expect((await server.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(400)
  })

  test('B10 beyond 100 an hour from one network, and 200 and 400 from wider ones', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const attempts = Array.from({ length: 50 }, () => Buffer.from('none'))
    const statuses = async (address: string) => {
      const sent = await Promise.all(attempts.map((bytes) => put(randomUUID(), { bytes, headers: from(address) })))
      return new Set(sent.map(({ statusCode }) => statusCode))
    }
    expect(await statuses('2001:db8:1:1::1')).toEqual(new Set([400]))
    await statuses('2001:db8:1:1::2')
    const refused = await put(randomUUID(), { headers: from('2001:db8:1:1::3') })
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    for (const place of ['2', '3']) await statuses(`2001:db8:1:${place}::1`)
    expect((await put(randomUUID(), { headers: from('2001:db8:1:4::1') })).statusCode).toBe(429)
    expect((await put(randomUUID(), { headers: from('2001:db8:1:100::1') })).statusCode).toBe(200)
  })
})

describe('the staff', () => {
  test('B16 see both sizes and download them, and nobody else does', async () => {
    const staff = await signedIn(server, { role: 'staff' })
    const [key, id] = [randomUUID(), randomUUID()]
    await put(key, { id })
    await submit(key, [id])
    const large = await look(`/api/photos/${id}/large`, staff.headers)
    expect(await sharp(large.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 300 })
    expect(large.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect((await look(`/api/photos/${id}/small`, staff.headers)).statusCode).toBe(200)
    const etag = String(large.headers.etag)
    expect((await look(`/api/photos/${id}/large`, { ...staff.headers, 'if-none-match': etag })).statusCode).toBe(304)
    const saved = await look(`/api/photos/${id}/large?download`, staff.headers)
    expect(saved.headers['content-disposition']).toBe(`attachment; filename="photo-${id.slice(0, 8)}.jpg"`)

    const roleless = await signedIn(server, { role: 'user' })
    expect((await look(`/api/photos/${id}/large`)).statusCode).toBe(401)
    expect((await look(`/api/photos/${id}/large`, { 'if-none-match': etag })).statusCode).toBe(401)
    expect((await look(`/api/photos/${id}/large`, roleless.headers)).statusCode).toBe(403)
    for (const path of [`${id}/original`, `${randomUUID()}/large`, 'x/large'])
      expect((await look(`/api/photos/${path}`, staff.headers)).statusCode).toBe(404)
  })
})

describe('the visitor’s page', () => {
  async function store(columns: object = {}) {
    const id = await storeEstimate(server, { reference: randomUUID(), ...columns })
    return { id, path: requestPath(serverKey, id) }
  }
  const send = (url: string, parts: readonly Part[]) => {
    const { payload, headers } = body(parts)
    const all = { ...fromElsewhere(), 'sec-fetch-site': 'same-origin', ...headers }
    return server.app.inject({ method: 'POST', url, headers: all, payload })
  }

  test('takes several by a plain form, tells the staff once, and shows its own alone', async () => {
    const { id, path } = await store()
    const { path: otherPath } = await store()
    const sent = await send(`${path}/photos`, [
      { bytes: photo },
      { bytes: photo },
      { filename: '', bytes: Buffer.alloc(0) },
    ])
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${path}?done=photos`])
    const [first] = await filesOf({ estimateId: id })
    expect(await filesOf({ estimateId: id })).toHaveLength(2)
    const mails = await server.database.read.outboxMessage.count({ where: { estimateId: id, kind: 'visitor.changed' } })
    expect(mails).toBe(1)

    const shown = await look(`${path}/photos/${first?.id}`)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await look(`${otherPath}/photos/${first?.id}`)).statusCode).toBe(404)
    expect((await look(`/request/${'A'.repeat(64)}/photos/${first?.id}`)).statusCode).toBe(404)
  })

  test('takes one under the id of its script', async () => {
    const { id, path } = await store()
    const photoId = randomUUID()
    for (const _ of [1, 2]) {
      const sent = await send(`${path}/photos/${photoId}`, [{ bytes: photo }])
      expect([sent.statusCode, sent.json()]).toEqual([200, { id: photoId, width: 300, height: 200 }])
    }
    expect(await filesOf({ estimateId: id })).toHaveLength(1)
    const refused = await send(`${path}/photos/${randomUUID()}`, [{ bytes: Buffer.from('none') }])
    expect([refused.statusCode, refused.json()]).toEqual([400, { message: photoProblems.unreadable }])
  })

  test('says what is wrong, and keeps the photos before it', async () => {
    const { id, path } = await store()
    const sent = await send(`${path}/photos`, [{ bytes: photo }, { bytes: Buffer.from('none') }])
    expect(sent.statusCode).toBe(400)
    expect(sent.body).toContain(photoProblems.unreadable)
    expect(sent.body).toContain('Up to 5 photos')
    expect(await filesOf({ estimateId: id })).toHaveLength(1)
    expect((await send(`${path}/photos`, [])).body).toContain(photoProblems.none)
    const { path: lostPath } = await store({ outcome: 'lost' })
    expect((await send(`${lostPath}/photos`, [{ bytes: photo }])).statusCode).toBe(409)
  })

  test('refuses the seventh of a plain form with the sentence for too many, and keeps six', async () => {
    const { id, path } = await store()
    const sent = await send(`${path}/photos`, Array(7).fill({ bytes: photo }))
    expect(sent.statusCode).toBe(409)
    expect(sent.body).toContain(photoProblems.tooMany)
    expect(await filesOf({ estimateId: id })).toHaveLength(6)
  })
})
