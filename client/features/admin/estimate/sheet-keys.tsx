import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { showError, showSuccess } from '#client/components/toasts.tsx'
import type { EstimateDetail } from '#client/lib/api.ts'
import { createDeviceStorage, noShortcutsKey } from '#client/lib/device-storage.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import type { PageAction } from '../layout/staff-context.ts'
import { usePageActions } from '../layout/staff-context.ts'
import { mailHref } from '../ui/contact-button.tsx'
import { areKeysEnabled, useKeys } from '../ui/keys.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import keyStyles from '../ui/shortcut-keys.module.css'
import { paletteKeys } from '../ui/shortcut-keys.tsx'

const storage = createDeviceStorage()

const shortcuts = [
  { keys: ['n', 'j'], does: 'Next request in the list' },
  { keys: ['p', 'k'], does: 'Previous request in the list' },
  { keys: ['c'], does: 'Log a contact' },
  { keys: ['s'], does: 'Go to the status' },
  { keys: ['?'], does: 'Show this list' },
] as const

type Key = (typeof shortcuts)[number]['keys'][0]

export type SheetKeys = ReturnType<typeof useSheetKeys>

/** The keys of a request’s page, unless this browser has them switched off, and its actions in the palette. */
export function useSheetKeys({ id, email, phone, reference }: EstimateDetail['estimate']) {
  const newer = useRef<HTMLAnchorElement>(null)
  const older = useRef<HTMLAnchorElement>(null)
  const status = useRef<HTMLButtonElement>(null)
  const contactForm = useRef<() => void>(undefined)
  const [showsShortcuts, setShowsShortcuts] = useState(false)
  const [enabled, setEnabled] = useState(areKeysEnabled)
  const next = () => older.current?.click()
  const previous = () => newer.current?.click()
  const logContact = () => contactForm.current?.()
  const showShortcuts = () => setShowsShortcuts(true)
  const actions: Record<Key, () => void> = {
    n: next,
    p: previous,
    c: logContact,
    s: () => status.current?.focus(),
    '?': showShortcuts,
  }
  useKeys(Object.fromEntries(shortcuts.flatMap(({ keys }) => keys.map((key) => [key, actions[keys[0]]]))), enabled)

  /** Undefined while the keys are off. */
  const shortcut = (key: Key) => (enabled ? key : undefined)
  const number = phone === null ? undefined : readPhoneNumber(phone)
  const call: PageAction[] = number?.href
    ? [{ label: `Call ${number.text}`, words: 'phone', run: () => location.assign(number.href ?? '') }]
    : []
  const text: PageAction[] = number?.textHref
    ? [{ label: `Text ${number.text}`, words: 'message sms', run: () => location.assign(number.textHref ?? '') }]
    : []
  const copyNumber: PageAction[] = number
    ? [{ label: 'Copy phone number', isMinor: true, run: () => void copy('Phone number', number.text) }]
    : []
  const link = `${location.origin}/admin/estimates/${id}`
  usePageActions([
    ...call,
    ...text,
    { label: 'Write an email', words: 'mail', run: () => location.assign(mailHref(email)) },
    { label: 'Next request', words: 'older', keys: shortcut('n'), run: next },
    { label: 'Previous request', words: 'newer', keys: shortcut('p'), run: previous },
    { label: 'Print', words: 'sheet paper', run: () => window.print() },
    { label: 'Copy link', words: 'address share', run: () => void copy('Link', link) },
    ...copyNumber,
    { label: 'Copy email address', isMinor: true, run: () => void copy('Email address', email) },
    { label: 'Copy reference', isMinor: true, run: () => void copy('Reference', reference) },
    { label: 'Show keyboard shortcuts', isMinor: true, keys: shortcut('?'), run: showShortcuts },
  ])

  function enable(wanted: boolean): void {
    setEnabled(wanted)
    if (wanted) storage.remove(noShortcutsKey)
    else storage.write(noShortcutsKey, 'yes')
  }

  const dialog = showsShortcuts && (
    <ShortcutsDialog enabled={enabled} onEnabled={enable} onClose={() => setShowsShortcuts(false)} />
  )
  return { newer, older, status, contactForm, logContact, showShortcuts, shortcut, dialog }
}

export async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showSuccess({ title: `${what} Copied`, message: text })
  } catch {
    // Without https there is no clipboard, and a browser may refuse it.
    showError({ title: `${what} Not Copied`, message: `Your browser did not allow it: ${text}` })
  }
}

type ShortcutsDialogProps = { enabled: boolean; onEnabled: (enabled: boolean) => void; onClose: () => void }

const rows = [{ keys: paletteKeys, does: 'Search, or run an action' }, ...shortcuts]

/** Shortcuts can be switched off, since speech input presses keys by accident (WCAG 2.1.4). */
function ShortcutsDialog({ enabled, onEnabled, onClose }: ShortcutsDialogProps) {
  return (
    <ModalDialog title="Shortcuts" onClose={onClose}>
      {(close) => (
        <Stack mt="md" align="flex-start">
          <Stack gap="xs" component="dl">
            {rows.map(({ keys, does }) => (
              <Group key={does} gap="xs" wrap="nowrap">
                <Box component="dt" w="6rem" className={keyStyles.keys}>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </Box>
                <dd>{does}</dd>
              </Group>
            ))}
          </Stack>
          <Checkbox
            label="Use keyboard shortcuts"
            checked={enabled}
            onChange={(event) => onEnabled(event.currentTarget.checked)}
          />
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </Stack>
      )}
    </ModalDialog>
  )
}
