import { useEffect, useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { CheckIcon } from '#client/components/icons.tsx'
import styles from './done-row.module.css'
import type { DoneWork } from './pinned-rows.ts'

/** Other changes can be undone for the same time. */
const shownMs = 10_000

type DoneRowProps = {
  name: string
  done: DoneWork
  failure: string | undefined
  onUndo: (undo: NonNullable<DoneWork['undo']>) => void
  onKeepNew: (begun: NonNullable<DoneWork['begun']>) => void
  onEnd: () => void
}

/** Stands in the row's place for a moment, so that nothing moves under the finger. It stays under the pointer or the keyboard's focus. */
export function DoneRow({ name, done, failure, onUndo, onKeepNew, onEnd }: DoneRowProps) {
  const line = useRef<HTMLDivElement>(null)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  }, [onEnd])

  // The pressed button has disappeared, and has taken the focus with it.
  useEffect(() => {
    line.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const timer = setInterval(() => {
      if (!line.current?.matches(':hover, :focus-visible, :has(:focus-visible)')) end.current()
    }, shownMs)
    return () => clearInterval(timer)
  }, [])

  const { undo, begun } = done
  return (
    <div ref={line} tabIndex={-1} data-row-focus className={styles.line}>
      <CheckIcon />
      <p>
        <bdi className={styles.name}>{name}</bdi>: {done.text}
      </p>
      {undo && (
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => onUndo(undo)}>
          Undo
          <span className="unseen"> for {name}</span>
        </button>
      )}
      {begun && (
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => onKeepNew(begun)}>
          Keep as new
          <span className="unseen"> for {name}</span>
        </button>
      )}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
