import { notifications } from '@mantine/notifications'
import { act, cleanup } from '@testing-library/react'

/** Takes away what a test has rendered. */
export function leavePage(): void {
  // Toasts outlive the page that showed them.
  act(() => notifications.clean())
  cleanup()
}
