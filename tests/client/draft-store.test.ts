import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftAutosave, saveDelayMs } from '#client/features/estimate-form/draft-autosave.ts'
import { createDraftStore, type Draft } from '#client/features/estimate-form/draft-store.ts'
import { type DeviceStorage, draftKey, draftLifetimeDays } from '#client/lib/device-storage.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import { dayMs } from '#shared/durations.ts'
import { waitingPhotoMs } from '#shared/estimates/photos.ts'

const requestKey = '6f1d2c3b-4a59-4687-9807-a1b2c3d4e5f6'
const draft: Draft = {
  values: { ...emptyForm, name: 'Ada Romero', projectType: 'kitchen-remodel', urgent: true },
  requestKey,
  isUnsent: true,
  photos: [
    {
      id: '0b9de1c2-58a3-4f4e-9d0c-1f2e3d4c5b6a',
      name: 'Kitchen.jpg',
      thumbnail: 'data:image/jpeg;base64,AAAA',
      at: Date.parse('2026-01-05T12:00:00Z'),
    },
  ],
  linkedType: 'kitchen-remodel',
}
const found = { ...draft, lostPhotos: false }

function fakeStorage(full = false) {
  const texts = new Map<string, string>()
  const storage: DeviceStorage = {
    read: (key) => texts.get(key),
    write: (key, text) => {
      if (!full) texts.set(key, text)
      return !full
    },
    remove: (key) => texts.delete(key) || true,
    clear: () => {
      texts.clear()
      return true
    },
  }
  return { texts, storage }
}

function setUp(full = false) {
  const { texts, storage } = fakeStorage(full)
  const clock = { ms: Date.parse('2026-01-05T12:00:00Z') }
  return { texts, clock, store: createDraftStore(storage, () => clock.ms) }
}

describe('a draft', () => {
  it('a stored draft is read unchanged, with its request key', () => {
    const { store } = setUp()
    expect(store.write(draft)).toBe(true)
    expect(store.read()).toEqual(found)
    store.clear()
    expect(store.read()).toBeUndefined()
  })

  it(`a draft is removed after ${draftLifetimeDays} days`, () => {
    const { store, clock, texts } = setUp()
    store.write(draft)
    clock.ms += draftLifetimeDays * dayMs
    expect(store.read()).toEqual({ ...draft, photos: [], lostPhotos: true })
    clock.ms += 1
    expect(store.read()).toBeUndefined()
    expect(texts.size).toBe(0)
  })

  it('a draft with a date in the future is read', () => {
    const { store, clock } = setUp()
    store.write(draft)
    clock.ms -= 400 * dayMs
    expect(store.read()).toEqual(found)
  })

  it('photos are kept for a day, without anything else', () => {
    const { store, clock } = setUp()
    store.write({ ...draft, values: emptyForm })
    clock.ms += waitingPhotoMs - 1
    expect(store.read()).toMatchObject({ photos: draft.photos, lostPhotos: false })
    clock.ms += 1
    expect(store.read()).toMatchObject({ photos: [], lostPhotos: true })
  })

  it('write returns false where the storage is full', () => {
    const { store } = setUp(true)
    expect(store.write(draft)).toBe(false)
    expect(store.read()).toBeUndefined()
  })

  it('a text beyond its limit is stored whole', () => {
    const { store } = setUp()
    const projectDescription = 'd'.repeat(9000)
    store.write({ ...draft, values: { ...draft.values, projectDescription } })
    expect(store.read()?.values.projectDescription).toBe(projectDescription)
  })
})

describe('an invalid draft', () => {
  const now = Date.parse('2026-01-05T12:00:00Z')
  it.each([
    ['nothing', ''],
    ['no JSON', '{"version":1,"sav'],
    ['null', 'null'],
    ['a list', '[1,2]'],
    ['a number', '7'],
    ['no version', JSON.stringify({ savedAt: now, values: draft.values })],
    ['another version', JSON.stringify({ version: 0, savedAt: now, values: draft.values })],
    ['no time', JSON.stringify({ version: 1, values: draft.values })],
    ['no values', JSON.stringify({ version: 1, savedAt: now })],
    ['values of another kind', JSON.stringify({ version: 1, savedAt: now, values: { name: 7, urgent: 'yes' } })],
    ['an empty form', JSON.stringify({ version: 1, savedAt: now, values: emptyForm })],
  ])('stored text that is %s is no draft', (_name, text) => {
    const { store, texts } = setUp()
    texts.set(draftKey, text)
    expect(store.read()).toBeUndefined()
  })

  it('an invalid field does not discard the valid ones', () => {
    const { store, texts } = setUp()
    const values = { name: 'Ada', timeline: 'yesterday', budgetRange: '25k-50k', phone: null, fax: '1' }
    texts.set(
      draftKey,
      JSON.stringify({ version: 1, savedAt: now, values, requestKey: 'not a key', linkedType: 'castle' }),
    )
    expect(store.read()).toEqual({
      values: { ...emptyForm, name: 'Ada', budgetRange: '25k-50k' },
      requestKey: undefined,
      isUnsent: false,
      photos: [],
      lostPhotos: false,
      linkedType: undefined,
    })
  })

  it('an invalid photo does not discard the valid ones, and without a key none is valid', () => {
    const { store, texts } = setUp()
    const [photo] = draft.photos ?? []
    const thumbnail = 'https://elsewhere.example/spy.jpg'
    const photos = [photo, 7, { ...photo, id: '../..' }, { ...photo, name: 1 }, { ...photo, thumbnail }]
    const stored = { version: 1, savedAt: now, values: draft.values, requestKey, photos }
    texts.set(draftKey, JSON.stringify(stored))
    expect(store.read()?.photos).toEqual([photo, { ...photo, thumbnail: undefined }])
    texts.set(draftKey, JSON.stringify({ ...stored, requestKey: 'not a key' }))
    expect(store.read()?.photos).toEqual([])
  })
})

describe('the autosave', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function setUpKeeper(full = false) {
    const { store, texts } = setUp(full)
    const form = { values: { ...draft.values }, photos: draft.photos }
    const outcomes: string[] = []
    const keeper = createDraftAutosave({
      store,
      snapshot: () => ({ ...draft, ...form }),
      onSaved: (outcome) => outcomes.push(outcome),
    })
    return { store, texts, form, outcomes, keeper }
  }

  it('the autosave runs once, shortly after the last key press', () => {
    const { store, keeper, outcomes } = setUpKeeper()
    for (let press = 0; press < 20; press++) {
      keeper.changed()
      vi.advanceTimersByTime(saveDelayMs - 1)
    }
    expect(outcomes).toEqual([])
    vi.advanceTimersByTime(1)
    expect(outcomes).toEqual(['saved'])
    expect(store.read()).toEqual(found)
    vi.advanceTimersByTime(60_000)
    expect(outcomes).toHaveLength(1)
  })

  it('flush saves only unsaved changes', () => {
    const { texts, keeper, outcomes } = setUpKeeper()
    keeper.flush()
    expect(texts.size).toBe(0)
    keeper.changed()
    keeper.flush()
    expect(texts.size).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(outcomes).toEqual(['saved'])
  })

  it('saving an empty form removes the draft', () => {
    const { texts, form, keeper, outcomes } = setUpKeeper()
    keeper.save()
    form.values = { ...emptyForm }
    form.photos = []
    keeper.save()
    expect(texts.size).toBe(0)
    expect(outcomes).toEqual(['saved', 'nothing'])
  })

  it('no save follows after forget', () => {
    const { texts, keeper } = setUpKeeper()
    keeper.save()
    keeper.changed()
    keeper.forget()
    vi.advanceTimersByTime(60_000)
    keeper.flush()
    expect(texts.size).toBe(0)
  })

  it('a refused save is reported', () => {
    const { keeper, outcomes } = setUpKeeper(true)
    keeper.save()
    expect(outcomes).toEqual(['refused'])
  })
})
