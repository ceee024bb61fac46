import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './view-dialog.module.css'

type ModalDialogProps = { title: string; onClose: () => void; children: ReactNode }

/**
 * Open as long as it is rendered. The browser keeps the focus in it, and gives it back. It is not inside of a menu, which
 * closes when a dialog opens, and would hide it.
 */
export function ModalDialog({ title, onClose, children }: ModalDialogProps) {
  const headingId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={headingId} onClose={onClose}>
      <h2 id={headingId}>{title}</h2>
      {children}
    </dialog>,
    document.body,
  )
}
