import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import keyStyles from '../ui/shortcut-keys.module.css'
import { paletteKeys } from '../ui/shortcut-keys.tsx'
import { shortcuts } from './use-shortcuts.ts'

type ShortcutsDialogProps = { enabled: boolean; onEnabled: (enabled: boolean) => void; onClose: () => void }

const rows = [{ keys: paletteKeys, does: 'Search, or run an action' }, ...shortcuts]

/** Shortcuts can be switched off, since speech input presses keys by accident (WCAG 2.1.4). */
export function ShortcutsDialog({ enabled, onEnabled, onClose }: ShortcutsDialogProps) {
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
