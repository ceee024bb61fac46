import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { toasterSlot } from '#client/lib/toaster-slot.ts'
import { MantineRegion } from '#client/theme/mantine-region.tsx'
import { AlertIcon, CheckIcon } from './icons.tsx'
import styles from './toaster.module.css'

function Toaster() {
  return (
    <MantineRegion>
      {/* The style sheet moves them in. They go at once, so that a failure that follows is news to screen readers. */}
      <Notifications position="top-right" autoClose={8000} transitionDuration={0} className={styles.stack} />
    </MantineRegion>
  )
}

/** Puts toasts into the page's frame, where they stay. */
export function bringToaster(): void {
  toasterSlot.fill(Toaster)
}

/** Lets a page show toasts; they stay when it is left. */
export function useToaster(): void {
  useEffect(bringToaster, [])
}

type Toast = { title: string; message: string }

const look = {
  className: styles.toast,
  classNames: {
    icon: styles.icon,
    title: styles.title,
    description: styles.description,
    closeButton: styles.close,
  },
  closeButtonProps: { 'aria-label': 'Close this message' },
}

/** Says that something has worked. */
export function showSuccess({ title, message }: Toast): void {
  notifications.show({ ...look, title, message, icon: <CheckIcon />, color: 'green' })
}

// One at a time: a later failure takes the place of an earlier one.
const failureId = 'failure'

/** Says in red that something has failed. It stays until it is closed or withdrawn. */
export function showError({ title, message }: Toast): void {
  hideError()
  notifications.show({
    ...look,
    id: failureId,
    title,
    message,
    icon: <AlertIcon />,
    color: 'red',
    autoClose: false,
    className: `${styles.toast} ${styles.failure}`,
  })
}

/** Withdraws the failure that is shown, for instance because the visitor tries again. */
export function hideError(): void {
  notifications.hide(failureId)
}
