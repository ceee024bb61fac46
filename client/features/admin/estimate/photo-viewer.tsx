import { ActionIcon, Button } from '@mantine/core'
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ArrowIcon, CloseIcon } from '#client/components/icons.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { Photo } from '#shared/estimates/photos.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import styles from './photo-viewer.module.css'

/** In pixels. A shorter move is a press. */
const swipeLength = 48

/** A photo with its name, and the addresses of both of its sizes. */
export type ShownPhoto = Photo & { readonly label: string; readonly small: string; readonly large: string }

type PhotoViewerProps = {
  photos: readonly ShownPhoto[]
  /** The index of the photo that it opens with. */
  first: number
  /** @param shown the index of the photo that was shown last */
  onClose: (shown: number) => void
}

/** Shows one photo at a time, as large as the window lets it. */
export function PhotoViewer({ photos, first, onClose }: PhotoViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(first)
  const last = photos.length - 1
  const index = Math.min(chosen, last)
  const isZoomed = useZoomed()
  const swipe = useSwipe((step) => show(index + step))
  const photo = photos[index]

  function show(wanted: number): void {
    setChosen(Math.max(0, Math.min(wanted, last)))
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    const wanted = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(wanted)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  if (!photo) return null

  function preloadNeighbors(): void {
    for (const neighbor of [photos[index + 1], photos[index - 1]]) if (neighbor) new Image().src = neighbor.large
  }

  return (
    <ModalDialog title="Photos" className={`unprinted ${styles.viewer}`} onClose={() => onClose(index)}>
      {(close) => (
        <>
          <div className={styles.bar}>
            <ActionIcon className={styles.icon} aria-label="Close" onClick={close}>
              <CloseIcon />
            </ActionIcon>
            <p role="status">{last > 0 && `${index + 1} of ${photos.length}`}</p>
            <Button component="a" variant="inverse" href={`${photo.large}?download`} download="">
              Download
            </Button>
          </div>
          {last > 0 && (
            <ActionIcon
              className={`${styles.icon} ${styles.previous}`}
              aria-label="Previous"
              aria-disabled={index === 0}
              onClick={() => show(index - 1)}
            >
              <ArrowIcon />
            </ActionIcon>
          )}
          <div ref={stage} className={styles.stage} data-zoomed={isZoomed || undefined} tabIndex={-1} {...swipe}>
            <LargePhoto key={photo.id} photo={photo} onLoad={preloadNeighbors} onAgain={() => stage.current?.focus()} />
          </div>
          {last > 0 && (
            <ActionIcon
              className={`${styles.icon} ${styles.next}`}
              aria-label="Next"
              aria-disabled={index === last}
              onClick={() => show(index + 1)}
            >
              <ArrowIcon />
            </ActionIcon>
          )}
        </>
      )}
    </ModalDialog>
  )
}

type LargePhotoProps = { photo: ShownPhoto; onLoad: () => void; onAgain: () => void }

/** Its thumbnail stands in for it while it loads. */
function LargePhoto({ photo, onLoad, onAgain }: LargePhotoProps) {
  const [hasFailed, setFailed] = useState(false)
  const { width, height, label, small, large } = photo

  async function tryAgain(): Promise<void> {
    onAgain()
    // The session may have expired while the page was open. Without a network, the photo fails again.
    await auth.refresh().catch(() => undefined)
    setFailed(false)
  }

  if (hasFailed)
    return (
      <div role="alert" className={styles.failure}>
        <p>This photo could not be loaded.</p>
        <Button variant="inverse" onClick={() => void tryAgain()}>
          Try again
        </Button>
      </div>
    )
  return (
    <img
      src={large}
      alt={label}
      style={{
        width: `min(${width}px, 100cqw, ${(100 * width) / height}cqh)`,
        aspectRatio: `${width} / ${height}`,
        backgroundImage: `url(${small})`,
      }}
      draggable={false}
      onLoad={onLoad}
      onError={() => setFailed(true)}
    />
  )
}

/** While the window is zoomed by two fingers, one finger moves what it shows. */
function useZoomed(): boolean {
  const [isZoomed, setZoomed] = useState(false)
  useEffect(() => {
    const { visualViewport } = window
    const update = () => setZoomed((visualViewport?.scale ?? 1) > 1)
    visualViewport?.addEventListener('resize', update)
    return () => visualViewport?.removeEventListener('resize', update)
  }, [])
  return isZoomed
}

/** Returns the handlers that tell of swipes by one finger: 1 to the left, for the next photo, and -1 to the right. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<PointerEvent>(undefined)
  return {
    onPointerDown(event: PointerEvent): void {
      start.current = event.pointerType === 'touch' && event.isPrimary ? event : undefined
    },
    onPointerUp(event: PointerEvent): void {
      if (!start.current) return
      const [across, down] = [event.clientX - start.current.clientX, event.clientY - start.current.clientY]
      start.current = undefined
      if (Math.abs(across) > swipeLength && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0 ? 1 : -1)
    },
    // The browser zooms or scrolls instead.
    onPointerCancel(): void {
      start.current = undefined
    },
  }
}
