import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { ChangeForm } from '../people/change-form.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'

export type Colleague = { readonly id: string; readonly email: string; readonly name: string | null }

type EraseAccountDialogProps = { person: Colleague; onClose: () => void }

export function EraseAccountDialog({ person, onClose }: EraseAccountDialogProps) {
  const { client, people, privacy, estimates } = api.useUtils()
  const form = useForm({ initialValues: { confirmation: '' } })

  async function erase({ confirmation }: typeof form.values, close: () => void): Promise<void> {
    await client.privacy.eraseAccount.mutate({ userId: person.id, confirmation })
    showSuccess({ title: 'Account erased', message: 'The timelines follow within a few minutes.' })
    close()
    for (const shown of [people, privacy.colleagues, estimates]) void shown.invalidate()
  }

  return (
    <ModalDialog title={`Erase the account of ${displayName(person)}?`} onClose={onClose}>
      {(close) => (
        <ChangeForm form={form} button="Erase account" send={(values) => erase(values, close)} onCancel={close}>
          <p>
            They are signed out everywhere and can’t sign in again. Their name and address disappear from requests,
            timelines, exports and the log. This can’t be undone.
          </p>
          <TextInput
            label={`Type ${person.email} to confirm`}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('confirmation')}
          />
        </ChangeForm>
      )}
    </ModalDialog>
  )
}
