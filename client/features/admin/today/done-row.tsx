import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass } from '#client/components/button-class.ts'
import { CheckIcon } from '#client/components/icons.tsx'
import { ErrorText } from '../ui/form.tsx'
import styles from './day-row.module.css'
import type { DoneWork } from './pinned-rows.ts'

/** Other changes can be undone for the same time. */
const shownMs = 10_000
const leavingMs = 200

type DoneRowProps = {
  name: string
  done: DoneWork
  failure?: string | undefined
  isLeaving: boolean
  onUndo?: (undo: NonNullable<DoneWork['undo']>) => void
  onKeepNew?: (begun: NonNullable<DoneWork['begun']>) => void
  onUndoEnd?: () => void
  onEnd: () => void
  /** What can be done next. */
  children?: ReactNode
}

/** Stands in the row's place for a moment, so that nothing moves under the finger. It stays under the pointer or the keyboard's focus. */
export function DoneRow({
  name,
  done,
  failure,
  isLeaving,
  onUndo,
  onKeepNew,
  onUndoEnd,
  onEnd,
  children,
}: DoneRowProps) {
  const line = useRef<HTMLDivElement>(null)
  const end = useEffectEvent(async () => {
    if (line.current?.matches(':hover, :focus-visible, :has(:focus-visible)')) {
      if (done.undoEnds) onUndoEnd?.()
      return
    }
    const folding = isLeaving ? fold(line.current?.parentElement) : undefined
    await folding?.finished
    flushSync(onEnd)
    // An update may have brought the row back.
    folding?.cancel()
  })

  // The pressed button has disappeared, and has taken the focus with it.
  useEffect(() => {
    line.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const timer = setInterval(() => void end(), shownMs)
    return () => clearInterval(timer)
  }, [])

  const { undo, begun } = done
  return (
    <div ref={line} tabIndex={-1} data-row-focus className={styles.done}>
      <CheckIcon />
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        : {done.text}
      </p>
      {undo && (
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => onUndo?.(undo)}>
          Undo
          <span className="unseen"> for {name}</span>
        </button>
      )}
      {begun && (
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => onKeepNew?.(begun)}>
          Leave as New
          <span className="unseen"> for {name}</span>
        </button>
      )}
      {children}
      {failure && <ErrorText>{failure}</ErrorText>}
    </div>
  )
}

/** Closes the gap that a row leaves, unless the system asks for less motion. */
function fold(row: HTMLElement | null | undefined): Animation | undefined {
  if (!row?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  const overflow = 'clip'
  const frames = [
    { height: `${row.offsetHeight}px`, overflow },
    { height: 0, paddingBlock: 0, opacity: 0, overflow },
  ]
  return row.animate(frames, { duration: leavingMs, easing: 'ease', fill: 'forwards' })
}
