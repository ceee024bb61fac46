import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './dialog.module.css'

type ModalDialogProps = {
  title: string
  className?: string
  onClose: () => void
  children: (close: () => void) => ReactNode
}

/**
 * Opens when it is first rendered. The browser keeps the focus in it, and gives it back. It is outside of any menu, which
 * closes when a dialog opens, and would hide it.
 */
export function ModalDialog({ title, className = '', onClose, children }: ModalDialogProps) {
  const headingId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  function closed(): void {
    const { activeElement } = document
    // The element that had the focus may be gone, with its menu or its row.
    const isLost = activeElement === document.body || dialog.current?.contains(activeElement)
    onClose()
    if (isLost) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }

  return createPortal(
    <dialog ref={dialog} className={`${styles.dialog} ${className}`} aria-labelledby={headingId} onClose={closed}>
      <h2 id={headingId}>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>,
    document.body,
  )
}
