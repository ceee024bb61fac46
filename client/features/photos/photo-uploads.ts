import { v4 as randomUuid } from 'uuid'
import { maxPhotoBytes, maxPhotos, photoProblems, photoSide, photoTypes } from '#shared/estimates/photos.ts'
import { type SendingPhoto, type SendResult, sendPhoto } from './send-photo.ts'
import { type ShrunkPhoto, shrinkPhoto } from './shrink-photo.ts'

export type FormPhoto = {
  readonly id: string
  readonly name: string
  /** As a data URL. Undefined until the photo is prepared, and where the browser cannot show it. */
  readonly thumbnail?: string | undefined
  readonly state: 'preparing' | 'sending' | 'sent' | 'failed'
  /** So much of the file was sent. */
  readonly percent: number
  /** A sentence says what failed. */
  readonly problem?: string | undefined
  readonly mayRetry: boolean
}

/** What a draft keeps of a photo that was sent. `at` is when, in milliseconds since 1970. */
export type SavedPhoto = Pick<FormPhoto, 'id' | 'name' | 'thumbnail'> & { readonly at: number }

type Entry = FormPhoto & {
  /** The form's request has this key. */
  readonly key: string
  /** Undefined of a photo that was sent on an earlier visit. */
  readonly file?: File
  /** What is sent: the file, or a smaller one. */
  readonly blob?: Blob
  readonly at: number
}

/** Phones have neither the memory for several large pictures nor the connection for many uploads. */
const sentAtOnce = 2

/** Nothing is left of an earlier try. */
const fresh = { percent: 0, problem: undefined, mayRetry: false } as const

const connectionBroke = 'The connection broke.'

/** Tests bring their own. */
export type PhotoMeans = {
  shrink(file: Blob, side: number, sentAsIs: string): Promise<ShrunkPhoto>
  send(photo: SendingPhoto): Promise<SendResult>
  /** Best effort: whatever is not removed is removed by the server within a day. */
  unsend(url: string): void
}

const browserMeans: PhotoMeans = {
  shrink: shrinkPhoto,
  send: sendPhoto,
  unsend: (url) => void fetch(url, { method: 'DELETE', keepalive: true }).catch(() => undefined),
}

export type PhotoUploads = ReturnType<typeof createPhotoUploads>

/** The photos of a form: shrunk one at a time, and sent while the visitor types. */
export function createPhotoUploads(onChange: (photos: readonly FormPhoto[]) => void, means = browserMeans) {
  const queue = createPhotoQueue(onChange, means)
  let removed: readonly Entry[] = []

  function remove(gone: readonly Entry[]): void {
    queue.set(queue.entries().filter((entry) => !gone.includes(entry)))
    for (const entry of gone) {
      queue.stop(entry)
      if (entry.blob || !entry.file) means.unsend(address(entry.id, entry.key))
    }
    queue.goOn()
  }

  function retry(id: string): void {
    queue.update(id, { state: 'sending', ...fresh })
    queue.goOn()
  }

  return {
    /** @returns a sentence where these are too many */
    add(files: readonly File[], key: string): string {
      const taken = files.slice(0, Math.max(0, maxPhotos - queue.entries().length))
      const added = taken.map((file): Entry => {
        const { name } = file
        return { id: randomUuid(), name, key, file, state: 'preparing', percent: 0, mayRetry: false, at: 0 }
      })
      queue.set([...queue.entries(), ...added])
      queue.goOn()
      return taken.length < files.length ? photoProblems.tooMany : ''
    },
    /** The photos of a draft come first. */
    restore(saved: readonly SavedPhoto[], key: string): void {
      const sent = { key, state: 'sent', percent: 100, mayRetry: false } as const
      queue.set([...saved.map((photo): Entry => ({ ...photo, ...sent })), ...queue.entries()])
    },
    remove(id: string): void {
      remove(queue.entries().filter((entry) => entry.id === id))
    },
    retry,
    retryAll(): void {
      for (const { id, mayRetry } of queue.entries()) if (mayRetry) retry(id)
    },
    clear(): void {
      removed = queue.entries()
      remove(removed)
    },
    /** @returns a sentence where not all that `clear` has removed are back */
    bringBack(): string {
      const back = removed.flatMap((entry) => anew(entry))
      const isWhole = back.length === removed.length
      removed = []
      queue.set(back)
      queue.goOn()
      return isWhole ? '' : 'Photos from an earlier visit are gone. Please add them again.'
    },
    /** What a request with this key brings along. After a conflict, the key is another one. */
    idsFor(key: string): string[] {
      const others = queue.entries().filter((entry) => entry.key !== key)
      if (others.length > 0) {
        for (const entry of others) queue.stop(entry)
        queue.set(queue.entries().flatMap((entry) => (entry.key === key ? [entry] : anew(entry, key))))
        queue.goOn()
      }
      const going = queue.entries().filter(({ state, mayRetry }) => state !== 'failed' || mayRetry)
      return going.map(({ id }) => id)
    },
    saved: (): SavedPhoto[] =>
      queue
        .entries()
        .filter(({ state }) => state === 'sent')
        .map(({ id, name, thumbnail, at }) => ({ id, name, thumbnail, at })),
  }
}

/** Prepares and sends what `set` has put into it. */
function createPhotoQueue(onChange: (photos: readonly FormPhoto[]) => void, { shrink, send }: PhotoMeans) {
  let entries: readonly Entry[] = []
  let preparing: string | undefined
  const sending = new Map<string, AbortController>()

  function set(next: readonly Entry[]): void {
    entries = next
    onChange(entries)
  }

  function update(id: string, changes: Partial<Entry>): void {
    if (entries.some((entry) => entry.id === id))
      set(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))
  }

  /** Starts whatever may start now. */
  function goOn(): void {
    const unprepared = entries.find(({ state }) => state === 'preparing')
    if (unprepared && preparing === undefined) void prepare(unprepared)
    for (const entry of entries)
      if (entry.state === 'sending' && sending.size < sentAtOnce && !sending.has(entry.id)) void sendEntry(entry)
  }

  async function prepare({ id, file }: Entry): Promise<void> {
    if (!file) return
    preparing = id
    update(id, await shrunkOrWhole(file, shrink))
    preparing = undefined
    goOn()
  }

  async function sendEntry({ id, key, name, blob }: Entry): Promise<void> {
    if (!blob) return
    const controller = new AbortController()
    sending.set(id, controller)
    const at = Date.now()
    const onPercent = (percent: number) => update(id, { percent })
    const photo = { method: 'PUT', url: address(id, key), blob, name, signal: controller.signal, onPercent } as const
    const result = await send(photo)
    sending.delete(id)
    update(id, result.sent ? { state: 'sent', at } : failure(result.problem ?? connectionBroke, result.mayRetry))
    goOn()
  }

  function stop({ id }: Entry): void {
    sending.get(id)?.abort()
    sending.delete(id)
  }

  return { entries: () => entries, set, update, goOn, stop }
}

async function shrunkOrWhole(file: File, shrink: PhotoMeans['shrink']): Promise<Partial<Entry>> {
  try {
    return { state: 'sending', ...(await shrink(file, photoSide, photoTypes)) }
  } catch {
    if (file.size > maxPhotoBytes) return failure(photoProblems.tooLarge)
    // Some phones name no type.
    const isPhoto = file.type === '' || photoTypes.split(',').includes(file.type)
    return isPhoto ? { state: 'sending', blob: file } : failure(photoProblems.unreadable)
  }
}

/** Under another id, since the server has removed the former, or has given it to another request. */
function anew(entry: Entry, key = entry.key): Entry[] {
  if (!entry.file) return []
  if (entry.state === 'failed' && !entry.mayRetry) return [{ ...entry, key }]
  return [{ ...entry, id: randomUuid(), key, state: entry.blob ? 'sending' : 'preparing', ...fresh }]
}

function failure(problem: string, mayRetry = false) {
  return { state: 'failed', problem, mayRetry } as const
}

function address(id: string, key: string): string {
  return `/api/form-photos/${id}?key=${key}`
}
