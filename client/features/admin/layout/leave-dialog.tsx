import { Button, Group, Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { getSession } from '#client/lib/auth/auth-state.ts'
import { entryDraftDays } from '#client/lib/device-storage.ts'
import dialogStyles from '../ui/dialog.module.css'

type LeaveDialogProps = {
  /** Tells whether something would be left unsaved. It is called when the user leaves. */
  isUnsaved: () => boolean
}

/** Asks before the page is left with unsaved entries. Nothing keeps a user whose session has ended. */
export function LeaveDialog({ isUnsaved }: LeaveDialogProps) {
  const headingId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Back, pressed while the next page still loads, must not ask again: the dialog is gone.
  const isLeaving = useRef(false)
  const asks = () => !isLeaving.current && isUnsaved() && getSession(auth.state()) !== undefined
  const { status, proceed, reset } = useBlocker({
    // Another part of the same page keeps what was typed.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && asks(),
    enableBeforeUnload: asks,
    withResolver: true,
  })

  useEffect(() => {
    if (status === 'blocked') dialog.current?.showModal()
    else dialog.current?.close()
  }, [status])

  return (
    <dialog ref={dialog} className={dialogStyles.dialog} aria-labelledby={headingId} onCancel={() => reset?.()}>
      <h2 id={headingId}>Leave without saving?</h2>
      <Stack mt="xs">
        <p>What you typed stays in this tab for {entryDraftDays} days, so you can come back to it.</p>
        <Group gap="xs">
          <Button onClick={() => reset?.()}>Stay</Button>
          <Button
            variant="default"
            onClick={() => {
              isLeaving.current = true
              proceed?.()
            }}
          >
            Leave
          </Button>
        </Group>
      </Stack>
    </dialog>
  )
}
