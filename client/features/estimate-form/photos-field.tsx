import { Input } from '@mantine/core'
import {
  type ComponentProps,
  type DragEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import type { FormPhotos } from '#client/features/photos/form-photos.ts'
import grid from '#client/features/photos/photo-grid.module.css'
import { photoTypes } from '#shared/estimates/photos.ts'
import styles from './photos-field.module.css'

export type PhotosFieldProps = { photos: FormPhotos; onAdd: (files: readonly File[]) => void }

const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') === true

export function PhotosField({ photos, onAdd }: PhotosFieldProps) {
  const { coming, note, parts, photos: shown } = useSyncExternalStore(photos.subscribe, photos.view, photos.view)
  const [isOver, setOver] = useState(false)

  useDropsElsewhere()

  function drag(event: DragEvent): void {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }

  return (
    <Input.Wrapper
      id="estimate-photos"
      label="Photos (optional)"
      description="Up to 6. They help us understand the space."
      labelProps={{ htmlFor: 'estimate-photos' }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for those who drag nothing */}
      <div
        className={styles.area}
        data-over={isOver || undefined}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (hasFiles(event)) onAdd([...event.dataTransfer.files])
        }}
      >
        {parts ? (
          <parts.PhotoList
            photos={shown}
            done="added"
            onRetry={photos.retry}
            onRemove={photos.remove}
            onEmpty={() => document.getElementById('estimate-photos')?.focus()}
          />
        ) : (
          coming > 0 && <Places count={coming} />
        )}
        <div className={styles.buttons}>
          <PhotoButton id="estimate-photos" multiple aria-describedby="estimate-photos-description" onAdd={onAdd}>
            Add photos
          </PhotoButton>
          {/* Chrome on Android offers only the library where a field takes nothing but pictures. */}
          <PhotoButton className={styles.camera} capture="environment" onAdd={onAdd}>
            Take a photo
          </PhotoButton>
          <span className={styles.drop}>or drop them here</span>
        </div>
        <p role="status" className={styles.status}>
          {note && `${note} `}
          {!parts && coming > 0 && 'One moment…'}
          {parts && <parts.PhotoStatus photos={shown} done="added" />}
        </p>
      </div>
    </Input.Wrapper>
  )
}

type PhotoButtonProps = Omit<ComponentProps<'input'>, 'type'> & Pick<PhotosFieldProps, 'onAdd'>

function PhotoButton({ onAdd, className = '', children, ...props }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null)

  /** Empties the input, so that the same file can be chosen again. */
  function take(): void {
    if (!input.current?.files?.length) return
    onAdd([...input.current.files])
    input.current.value = ''
  }

  // Visitors may have chosen photos before hydration.
  const takeEarly = useEffectEvent(take)
  useEffect(() => {
    takeEarly()
  }, [])

  return (
    <label className={`${buttonClass('quiet', 'compact')} ${styles.add} ${className}`}>
      <input ref={input} className={styles.input} type="file" accept={photoTypes} onChange={take} {...props} />
      {children}
    </label>
  )
}

/** Keeps the room for photos until they can be shown. */
function Places({ count }: { count: number }) {
  return (
    <div className={grid.grid}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} />
      ))}
    </div>
  )
}

/** A photo that misses the field must not replace a half-filled form. */
function useDropsElsewhere(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
