import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '#client/theme/unstyled-button.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { MantineRegion } from '#client/theme/mantine-region.tsx'
import { AlertIcon, CheckIcon } from './icons.tsx'
import styles from './toaster.module.css'

export type Toast = {
  title: string
  message: string
  /** An error is at the foot of narrow windows, where the top has a heading that says more. */
  atFoot?: boolean
  /** The toast lies over the header of phones, where the page says more about it than the header. */
  overHeader?: boolean
  /** Screen readers read the same elsewhere. */
  isSilent?: boolean
}

export function Toaster() {
  useEffect(() => {
    document.addEventListener('focusin', clearFocus)
    return () => document.removeEventListener('focusin', clearFocus)
  }, [])
  return (
    <MantineRegion>
      {/* Toasts leave without a transition, so that screen readers announce an error that follows. */}
      <Notifications position="top-right" autoClose={8000} transitionDuration={0} className={styles.stack} />
    </MantineRegion>
  )
}

const appearance = {
  className: styles.toast,
  classNames: {
    icon: styles.icon,
    title: styles.title,
    description: styles.description,
    closeButton: styles.close,
  },
  closeButtonProps: { 'aria-label': 'Close this message' },
}

const phone = '(max-width: 48em)'

const successes = new Set<string>()

/** A later success replaces an earlier one. */
export function showSuccess({ title, message, overHeader = false }: Toast): void {
  hideSuccesses()
  // At the top right of a phone it would cover the heading that confirms the same.
  const narrowPosition = overHeader ? 'top-center' : 'bottom-center'
  const position = matchMedia(phone).matches ? narrowPosition : 'top-right'
  const id = notifications.show({
    ...appearance,
    position,
    title,
    message,
    icon: <CheckIcon />,
    color: 'green',
    onClose: () => successes.delete(id),
  })
  successes.add(id)
}

function hideSuccesses(): void {
  for (const id of successes) notifications.hide(id)
}

/** Hides successes, which have been announced, where they cover what gets the focus. */
function clearFocus({ target }: FocusEvent): void {
  if (successes.size === 0 || !(target instanceof HTMLElement)) return
  // The browser scrolls it into view first.
  requestAnimationFrame(() => {
    const { left, top, width, height } = target.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(`.${styles.toast}`)
    if (over && !over.contains(target)) hideSuccesses()
  })
}

/** Below this, a message at the top right lies over headings. */
const narrow = '(max-width: 61.99em)'

// A later error replaces an earlier one.
const errorId = 'error'

function placeError({ atFoot, overHeader }: Toast) {
  if (overHeader && matchMedia(phone).matches) return 'top-center'
  return atFoot && matchMedia(narrow).matches ? 'bottom-center' : 'top-right'
}

export function showError(toast: Toast): void {
  hideError()
  const { title, message, isSilent } = toast
  notifications.show({
    ...appearance,
    position: placeError(toast),
    id: errorId,
    role: isSilent ? 'none' : 'alert',
    title,
    message,
    icon: <AlertIcon />,
    color: 'red',
    autoClose: false,
    className: `${styles.toast} ${styles.failure}`,
  })
}

export function hideError(): void {
  notifications.hide(errorId)
}
