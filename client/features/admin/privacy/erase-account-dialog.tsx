import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { ChangeDialog } from '../people/change-dialog.tsx'

export type Colleague = { readonly id: string; readonly email: string; readonly name: string | null }

type EraseAccountDialogProps = { person: Colleague; onClose: () => void }

export function EraseAccountDialog({ person, onClose }: EraseAccountDialogProps) {
  const { client, people, privacy, estimates } = api.useUtils()
  const form = useForm({ initialValues: { confirmation: '' } })

  async function send({ confirmation }: typeof form.values): Promise<void> {
    await client.privacy.eraseAccount.mutate({ userId: person.id, confirmation })
    showSuccess({ title: 'Account erased', message: 'The timelines follow within a few minutes.' })
    for (const shown of [people, privacy.colleagues, estimates]) void shown.invalidate()
  }

  return (
    <ChangeDialog
      title={`Erase the account of ${displayName(person)}?`}
      form={form}
      button="Erase account"
      send={send}
      onClose={onClose}
    >
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
    </ChangeDialog>
  )
}
