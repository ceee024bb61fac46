import { logError } from '#client/lib/log-error.ts'
import type { FormPhoto, PhotoUploads, SavedPhoto } from './photo-uploads.ts'

type PhotosView = {
  readonly photos: readonly FormPhoto[]
  /** How many will be shown once the scripts for them have loaded. */
  readonly coming: number
  readonly note: string
  /** These parts show the photos, once they have loaded. */
  readonly parts?: typeof import('./photo-list.tsx')
}

export type FormPhotos = ReturnType<typeof createFormPhotos>

/** The photos of a form. Most forms have none, so the rest of the scripts loads with the first photo. */
function createFormPhotos() {
  let view: PhotosView = { photos: [], coming: 0, note: '' }
  let uploads: PhotoUploads | undefined
  let saved: readonly SavedPhoto[] = []
  let key: string | undefined
  let isSent = false
  let onSent = () => {}
  const listeners = new Set<() => void>()

  function show(changes: Partial<PhotosView>): void {
    view = { ...view, ...changes }
    for (const listener of listeners) listener()
  }

  async function load(): Promise<PhotoUploads> {
    const [{ createPhotoUploads }, { PhotoList, PhotoStatus }] = await Promise.all([
      import('./photo-uploads.ts'),
      import('./photo-list.tsx'),
    ])
    if (!uploads) {
      uploads = createPhotoUploads((photos) => {
        const sentBefore = view.photos.filter(({ state }) => state === 'sent').length
        show({ photos })
        if (photos.filter(({ state }) => state === 'sent').length !== sentBefore) onSent()
      })
      const loaded = uploads
      window.addEventListener('online', () => loaded.retryAll())
      if (key !== undefined) loaded.restore(saved, key)
    }
    show({ parts: { PhotoList, PhotoStatus } })
    return uploads
  }

  async function use(count: number, change: (uploads: PhotoUploads) => string): Promise<void> {
    show({ coming: view.coming + count, note: '' })
    try {
      const note = change(await load())
      show({ coming: view.coming - count, note })
    } catch (error) {
      logError('The photos could not be added.', error)
      show({ coming: view.coming - count, note: 'The photos could not be added. Please try again.' })
    }
  }

  return {
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** @param requestKey of the request that they belong to */
    add(files: readonly File[], requestKey: string): void {
      key = requestKey
      void use(files.length, (loaded) => loaded.add(files, requestKey))
    },
    remove: (id: string) => uploads?.remove(id),
    retry: (id: string) => uploads?.retry(id),
    clear(): void {
      uploads?.clear()
      saved = []
      show({ note: '' })
    },
    bringBack(): void {
      if (uploads) show({ note: uploads.bringBack() })
    },
    /** Shows the photos of a draft again. */
    restore(earlier: readonly SavedPhoto[], requestKey: string | undefined, note: string): void {
      if (earlier.length > 0 && key === undefined && requestKey !== undefined) {
        key = requestKey
        saved = earlier
        void use(earlier.length, () => note)
      } else if (note) show({ note })
    },
    saved: (): readonly SavedPhoto[] => uploads?.saved() ?? saved,
    idsFor(requestKey: string): string[] {
      if (uploads) return uploads.idsFor(requestKey)
      return requestKey === key ? saved.map(({ id }) => id) : []
    },
    watch(listener: () => void): () => void {
      onSent = listener
      // Some may have been sent while the visitor looked at another page.
      if (uploads) listener()
      return () => {
        onSent = () => {}
      }
    },
    /** The request was sent. What is still on its way belongs to it, and not to the next one. */
    settle(): void {
      isSent = true
      onSent = () => {}
    },
    isFor: (requestKey: string | undefined) => !isSent && key !== undefined && key === requestKey,
    isSent: () => isSent,
  }
}

/** Outlives the form, since photos may be on their way when the visitor looks at another page. */
let current: FormPhotos | undefined

/** @param requestKey of the form's draft */
export function photosOfForm(requestKey: string | undefined): FormPhotos {
  return current?.isFor(requestKey) ? current : createFormPhotos()
}

/** @param onSent runs when a photo was sent or removed, until the form is left */
export function watchPhotosOfForm(photos: FormPhotos, onSent: () => void): () => void {
  current = photos
  return photos.watch(onSent)
}

/** Undefined unless the request was sent a moment ago. */
export function photosOfSentRequest(): FormPhotos | undefined {
  return current?.isSent() ? current : undefined
}
