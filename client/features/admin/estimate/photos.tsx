import { lazy, type MouseEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Photo } from '#shared/estimates/photos.ts'
import texts from '../ui/estimate-texts.module.css'
import type { ShownPhoto } from './photo-viewer.tsx'
import styles from './photos.module.css'

const PhotoViewer = lazy(async () => {
  const { PhotoViewer: component } = await import('./photo-viewer.tsx')
  return { default: component }
})

type PhotosProps = { photos: readonly Photo[] }

/** The customer's photos. A press opens them one at a time; with Ctrl, ⌘ or Shift, the browser opens the picture itself. */
export function Photos({ photos }: PhotosProps) {
  const headingId = useId()
  const list = useRef<HTMLUListElement>(null)
  const [opened, setOpened] = useState<number>()
  const shownPhotos = toShown(photos)
  // Some browsers print no picture that is loaded only then.
  useEffect(() => {
    for (const { small } of toShown(photos)) new Image().src = small
  }, [photos])
  if (photos.length === 0) return null

  function open(event: MouseEvent, index: number): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpened(index)
  }

  function closed(shown: number): void {
    setOpened(undefined)
    // After the dialog has given the focus back, which Safari has not set on what was pressed.
    setTimeout(() => list.current?.querySelectorAll('a')[shown]?.focus())
  }

  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={texts.label}>
        Photos
      </h3>
      <ul ref={list} className={styles.photos}>
        {shownPhotos.map((photo, index) => (
          <li key={photo.id}>
            <a href={photo.large} aria-haspopup="dialog" onClick={(event) => open(event, index)}>
              <SmallPhoto {...photo} />
            </a>
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <Suspense>
          <PhotoViewer photos={shownPhotos} first={opened} onClose={closed} />
        </Suspense>
      )}
    </section>
  )
}

export function PrintedPhotos({ photos }: PhotosProps) {
  return (
    <ul className={styles.printed}>
      {toShown(photos).map((photo) => (
        <li key={photo.id}>
          <SmallPhoto {...photo} loading="eager" />
        </li>
      ))}
    </ul>
  )
}

function SmallPhoto({ small, label, width, height, loading = 'lazy' }: ShownPhoto & { loading?: 'lazy' | 'eager' }) {
  return <img src={small} alt={label} loading={loading} width={width} height={height} />
}

function toShown(photos: readonly Photo[]): ShownPhoto[] {
  return photos.map((photo, index) => ({
    ...photo,
    label: photos.length === 1 ? 'Photo' : `Photo ${index + 1} of ${photos.length}`,
    small: `/api/photos/${photo.id}/small`,
    large: `/api/photos/${photo.id}/large`,
  }))
}
