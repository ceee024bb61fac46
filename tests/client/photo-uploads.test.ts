import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPhotoUploads, type FormPhoto, type PhotoMeans } from '#client/features/photos/photo-uploads.ts'
import { type SendingPhoto, type SendResult, sendPhoto } from '#client/features/photos/send-photo.ts'
import { maxPhotoBytes, photoProblems } from '#shared/estimates/photos.ts'

const key = '6f1d2c3b-4a59-4687-9807-a1b2c3d4e5f6'
const otherKey = '0b9de1c2-58a3-4f4e-9d0c-1f2e3d4c5b6a'
const saved = { id: otherKey, name: 'Earlier.jpg', thumbnail: undefined, at: 7 }

const file = (name: string, type = 'image/jpeg', size = 10) => new File([new Uint8Array(size)], name, { type })

type Upload = SendingPhoto & { end(result: SendResult): Promise<void> }

const sent: SendResult = { sent: true }
const broken: SendResult = { sent: false, problem: undefined, mayRetry: true }

function setUp(means: Partial<PhotoMeans> = {}) {
  let photos: readonly FormPhoto[] = []
  const uploads: Upload[] = []
  const removed: string[] = []
  const shrinking = { now: 0, most: 0 }
  const store = createPhotoUploads((changed) => (photos = changed), {
    async shrink() {
      shrinking.now += 1
      shrinking.most = Math.max(shrinking.most, shrinking.now)
      await Promise.resolve()
      shrinking.now -= 1
      return { blob: new Blob(['small']), thumbnail: 'data:image/jpeg;base64,AAAA' }
    },
    send: (photo) =>
      new Promise((resolve) =>
        uploads.push({
          ...photo,
          async end(result) {
            resolve(result)
            await settled()
          },
        }),
      ),
    unsend: (url) => removed.push(url),
    ...means,
  })
  const states = () => photos.map(({ name, state }) => `${name} ${state}`)
  return { store, uploads, removed, shrinking, states, photos: () => photos }
}

/** Waits for all that goes on without a timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('the photos of a form', () => {
  it('are shrunk one at a time and sent two at a time, under an id each and the key of the form', async () => {
    const { store, uploads, shrinking, states } = setUp()
    store.add([file('1'), file('2'), file('3')], key)
    expect(states()).toEqual(['1 preparing', '2 preparing', '3 preparing'])
    await settled()
    expect(shrinking.most).toBe(1)
    expect(uploads.map(({ method, name }) => `${method} ${name}`)).toEqual(['PUT 1', 'PUT 2'])
    expect(uploads[0]?.url).toMatch(new RegExp(`^/api/form-photos/[\\da-f-]{36}\\?key=${key}$`))
    await uploads[0]?.end(sent)
    expect(states()).toEqual(['1 sent', '2 sending', '3 sending'])
    expect(uploads).toHaveLength(3)
  })

  it('are six at most', () => {
    const { store, states } = setUp()
    const six = Array.from({ length: 6 }, (_, index) => file(String(index)))
    expect(store.add(six, key)).toBe('')
    expect(store.add([file('one more')], key)).toBe(photoProblems.tooMany)
    expect(states()).toHaveLength(6)
  })

  it('go as they are where the browser cannot read them, unless they are too large or no photos', async () => {
    const { store, uploads, photos } = setUp({ shrink: () => Promise.reject(new Error('No.')) })
    const whole = file('Whole.jpg')
    store.add([whole, file('Large.jpg', 'image/jpeg', maxPhotoBytes + 1), file('Plan.pdf', 'application/pdf')], key)
    await settled()
    expect(uploads.map(({ blob }) => blob)).toEqual([whole])
    expect(photos().map(({ problem }) => problem)).toEqual([
      undefined,
      photoProblems.tooLarge,
      photoProblems.unreadable,
    ])
  })

  it('show how much of them is sent, and what failed', async () => {
    const { store, uploads, photos } = setUp()
    store.add([file('1'), file('2')], key)
    await settled()
    uploads[0]?.onPercent?.(42)
    expect(photos()[0]).toMatchObject({ state: 'sending', percent: 42 })
    await uploads[0]?.end(broken)
    await uploads[1]?.end({ sent: false, problem: photoProblems.tooManyPixels, mayRetry: false })
    expect(photos()).toMatchObject([
      { state: 'failed', problem: 'The connection broke.', mayRetry: true },
      { state: 'failed', problem: photoProblems.tooManyPixels, mayRetry: false },
    ])
    store.retryAll()
    expect(photos()).toMatchObject([{ state: 'sending', percent: 0 }, { state: 'failed' }])
    await uploads[2]?.end(sent)
    expect(photos()[0]?.state).toBe('sent')
  })

  it('that are removed are stopped, and removed from the server', async () => {
    const { store, uploads, removed, states, photos } = setUp()
    store.add([file('1'), file('2'), file('3')], key)
    await settled()
    store.remove(photos()[0]?.id ?? '')
    expect(uploads[0]?.signal?.aborted).toBe(true)
    expect(removed).toEqual([uploads[0]?.url])
    expect(states()).toEqual(['2 sending', '3 sending'])
    expect(uploads.map(({ name }) => name)).toEqual(['1', '2', '3'])
    await uploads[0]?.end(broken)
    expect(states()).toEqual(['2 sending', '3 sending'])
  })

  it('that were cleared come back under new ids, but not those of an earlier visit', async () => {
    const { store, uploads, removed, states } = setUp()
    store.restore([saved], key)
    store.add([file('1')], key)
    await settled()
    await uploads[0]?.end(sent)
    store.clear()
    expect(states()).toEqual([])
    expect(removed).toEqual([`/api/form-photos/${saved.id}?key=${key}`, uploads[0]?.url])
    expect(store.bringBack()).toBe('Photos from an earlier visit are gone. Please add them again.')
    expect(states()).toEqual(['1 sending'])
    expect(uploads[1]?.url).not.toBe(uploads[0]?.url)
  })

  it('go with the request, all but those that failed for good', async () => {
    const { store, uploads, photos } = setUp()
    store.restore([saved], key)
    store.add([file('1'), file('2'), file('3')], key)
    await settled()
    await uploads[0]?.end({ sent: false, problem: photoProblems.unreadable, mayRetry: false })
    await uploads[1]?.end(broken)
    const [earlier, , second, third] = photos().map(({ id }) => id)
    expect(store.idsFor(key)).toEqual([earlier, second, third])
  })

  it('go anew with another key, if they are still there', async () => {
    const { store, uploads, states } = setUp()
    store.restore([saved], key)
    store.add([file('1')], key)
    await settled()
    await uploads[0]?.end(sent)
    const ids = store.idsFor(otherKey)
    expect(states()).toEqual(['1 sending'])
    expect(uploads[1]?.url).toBe(`/api/form-photos/${ids[0]}?key=${otherKey}`)
    expect(store.idsFor(otherKey)).toEqual(ids)
    expect(uploads).toHaveLength(2)
  })

  it('lose the mark of a failure when they go anew', async () => {
    const { store, uploads, photos } = setUp()
    store.add([file('1')], key)
    await settled()
    await uploads[0]?.end(broken)
    store.idsFor(otherKey)
    expect(photos()).toMatchObject([{ state: 'sending', problem: undefined, mayRetry: false }])
    await uploads[1]?.end(sent)
    store.retryAll()
    expect(photos()).toMatchObject([{ state: 'sent', mayRetry: false }])
    expect(uploads).toHaveLength(2)
  })

  it('that were sent are saved for a draft', async () => {
    const { store, uploads, photos } = setUp()
    store.restore([saved], key)
    store.add([file('1'), file('2')], key)
    await settled()
    await uploads[0]?.end(sent)
    const id = photos()[1]?.id
    const thumbnail = 'data:image/jpeg;base64,AAAA'
    expect(store.saved()).toEqual([saved, { id, name: '1', thumbnail, at: expect.any(Number) }])
  })
})

describe('sending a photo', () => {
  type Answer = { readonly status: number; readonly body?: string; readonly retryAfter?: string }
  let answers: Answer[] = []
  const requests: FakeRequest[] = []

  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onloadend = () => {}
    status = 0
    responseText = ''
    opened = ''
    body: FormData | undefined
    #answer: Answer | undefined
    open(method: string, url: string): void {
      this.opened = `${method} ${url}`
    }
    getResponseHeader(): string | null {
      return this.#answer?.retryAfter ?? null
    }
    send(body: FormData): void {
      this.body = body
      requests.push(this)
      this.#answer = answers.shift()
      if (this.#answer) queueMicrotask(() => this.end(this.#answer))
    }
    end({ status, body = '' }: Answer = { status: 0 }): void {
      this.status = status
      this.responseText = body
      this.onloadend()
    }
    abort(): void {
      this.end()
    }
  }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    requests.length = 0
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const photo = { method: 'PUT', url: '/photo', blob: file('1'), name: 'Kitchen.jpg' } as const

  function send(...given: Answer[]): Promise<SendResult> {
    answers = given
    return sendPhoto(photo)
  }

  it('sends it as a form, and tells how much was sent', async () => {
    answers = []
    const percents: number[] = []
    const result = sendPhoto({ ...photo, onPercent: (percent) => percents.push(percent) })
    const [request] = requests
    expect(request?.opened).toBe('PUT /photo')
    expect(request?.body?.get('photo')).toMatchObject({ name: 'Kitchen.jpg' })
    request?.upload.onprogress?.({ loaded: 1, total: 3 })
    request?.end({ status: 200 })
    expect(await result).toEqual({ sent: true })
    expect(percents).toEqual([33])
  })

  it.each([400, 409, 413])('takes %i for the last word, with the sentence of the server', async (status) => {
    expect(await send({ status, body: '{"message":"No."}' })).toEqual({ sent: false, problem: 'No.', mayRetry: false })
    expect(requests).toHaveLength(1)
  })

  it('tries again after a broken connection, three times', async () => {
    const result = send({ status: 0 }, { status: 0 }, { status: 0 }, { status: 0, body: '<html>' })
    for (const [seconds, count] of [
      [2, 2],
      [5, 3],
      [15, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(requests).toHaveLength(count - 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(requests).toHaveLength(count)
    }
    expect(await result).toEqual({ sent: false, problem: undefined, mayRetry: true })
  })

  it('tries again when the server says, within a minute', async () => {
    const result = send({ status: 429, retryAfter: '7' }, { status: 503, retryAfter: '3600' }, { status: 200 })
    await vi.advanceTimersByTimeAsync(7_000)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await result).toEqual({ sent: true })
  })

  it('tries again when the server did not want to wait for it', async () => {
    const result = send({ status: 408 }, { status: 200 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await result).toEqual({ sent: true })
  })

  it('gives up a connection that moves nothing for a minute', async () => {
    const result = send()
    await vi.advanceTimersByTimeAsync(50_000)
    requests[0]?.upload.onprogress?.({ loaded: 1, total: 3 })
    await vi.advanceTimersByTimeAsync(59_999)
    expect(requests).toHaveLength(1)
    answers = [{ status: 200 }]
    await vi.advanceTimersByTimeAsync(2_001)
    expect(await result).toEqual({ sent: true })
  })

  it('stops when it is told', async () => {
    const controller = new AbortController()
    answers = []
    const result = sendPhoto({ ...photo, signal: controller.signal })
    controller.abort()
    expect(await result).toMatchObject({ sent: false })
    expect(requests).toHaveLength(1)
  })
})
