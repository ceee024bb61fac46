import type { MouseEvent, ReactNode } from 'react'
import { CloseIcon } from '#client/components/icons.tsx'
import grid from './photo-grid.module.css'
import styles from './photo-list.module.css'
import type { FormPhoto } from './photo-uploads.ts'

/** What has become of a photo that was sent: it is part of the form, or of the request. */
type Done = 'added' | 'sent'

type PhotoListProps = {
  readonly photos: readonly FormPhoto[]
  readonly done: Done
  readonly onRetry: (id: string) => void
  /** Without it, nothing can be removed. */
  readonly onRemove?: (id: string) => void
  /** Gives the focus to something else when the last photo is removed. */
  readonly onEmpty?: () => void
}

export function PhotoList({ photos, done, onRetry, onRemove, onEmpty }: PhotoListProps) {
  // The focus moves on before its button is gone.
  function remove({ currentTarget }: MouseEvent, id: string): void {
    const next = currentTarget.closest('li')?.nextElementSibling?.querySelector<HTMLElement>('[data-remove]')
    if (next) next.focus()
    else onEmpty?.()
    onRemove?.(id)
  }

  return (
    <ul className={grid.grid}>
      {photos.map((photo) => (
        <li key={photo.id} className={styles.tile} data-state={photo.state} tabIndex={-1}>
          {photo.thumbnail ? (
            <img src={photo.thumbnail} alt={photo.name} title={photo.name} />
          ) : (
            <span className={styles.name}>{photo.name}</span>
          )}
          <State photo={photo} done={done} onRetry={onRetry} />
          {onRemove && (
            <button
              type="button"
              className={styles.remove}
              data-remove
              aria-label={`Remove ${photo.name}`}
              onClick={(event) => remove(event, photo.id)}
            >
              <CloseIcon />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

type StateProps = Pick<PhotoListProps, 'done' | 'onRetry'> & { readonly photo: FormPhoto }

function State({ photo: { id, name, state, percent, mayRetry }, done, onRetry }: StateProps) {
  if (state === 'sent')
    return <span className={`${styles.state} ${styles.sent}`}>{done === 'added' ? 'Added' : 'Sent'}</span>
  if (mayRetry)
    return (
      <button
        type="button"
        className={`${styles.state} ${styles.retry}`}
        aria-label={`Retry ${name}`}
        onClick={({ currentTarget }) => {
          currentTarget.closest('li')?.focus()
          onRetry(id)
        }}
      >
        Retry
      </button>
    )
  if (state === 'failed') return <span className={`${styles.state} ${styles.failed}`}>Not {done}</span>
  const words = state === 'preparing' ? 'Preparing' : `${percent}%`
  return (
    <span
      className={styles.state}
      style={{ '--sent': `${percent}%` } as object}
      role="progressbar"
      aria-label={`Sending ${name}`}
      aria-valuenow={percent}
      aria-valuetext={words}
    >
      {words}
    </span>
  )
}

type PhotoStatusProps = {
  readonly photos: readonly FormPhoto[]
  readonly done: Done
  readonly children?: ReactNode
}

/** Stands in a live region. */
export function PhotoStatus({ photos, done, children }: PhotoStatusProps) {
  const failed = photos.filter(({ state }) => state === 'failed')
  return (
    <>
      {photos.length > 0 && formatCount(photos, done)}
      {children}
      {failed.map(({ id, name, problem }) => (
        <span key={id} className={styles.problem}>
          {name} could not be sent: {problem}
        </span>
      ))}
    </>
  )
}

function formatCount(photos: readonly FormPhoto[], done: Done): string {
  const sent = photos.filter(({ state }) => state === 'sent').length
  const all = `${photos.length} ${photos.length === 1 ? 'photo' : 'photos'}`
  return `${sent < photos.length ? `${sent} of ` : ''}${all} ${done}. `
}
