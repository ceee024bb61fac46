import { useState } from 'react'
import { showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { ChangeForm } from '../people/change-form.tsx'
import { TextField } from '../people/text-field.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'

export type Colleague = { readonly id: string; readonly email: string; readonly name: string | null }

type EraseAccountDialogProps = { person: Colleague; onClose: () => void }

export function EraseAccountDialog({ person, onClose }: EraseAccountDialogProps) {
  const { client, people, privacy, estimates } = api.useUtils()
  const [confirmation, setConfirmation] = useState('')

  async function erase(close: () => void): Promise<void> {
    await client.privacy.eraseAccount.mutate({ userId: person.id, confirmation })
    showSuccess({ title: 'Account erased', message: 'The timelines follow within a few minutes.' })
    close()
    for (const shown of [people, privacy.colleagues, estimates]) void shown.invalidate()
  }

  return (
    <ModalDialog title={`Erase the account of ${displayName(person)}?`} onClose={onClose}>
      {(close) => (
        <ChangeForm button="Erase account" send={() => erase(close)} onCancel={close}>
          {(errors) => (
            <>
              <p>
                They are signed out everywhere and can’t sign in again. Their name and address disappear from requests,
                timelines, exports and the log. This can’t be undone.
              </p>
              <TextField
                label={`Type ${person.email} to confirm`}
                maxLength={200}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={confirmation}
                error={errors.confirmation}
                onChange={setConfirmation}
              />
            </>
          )}
        </ChangeForm>
      )}
    </ModalDialog>
  )
}
