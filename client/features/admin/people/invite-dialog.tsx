import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { fieldLimits } from '#shared/field-limits.ts'
import { type Invited, roleLabels, type StaffRole } from '#shared/people.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'

type InviteDialogProps = { onDone: () => void; onClose: () => void }

export function InviteDialog({ onDone, onClose }: InviteDialogProps) {
  const { people } = api.useUtils().client
  const form = useForm<{ email: string; name: string; role: StaffRole }>({
    initialValues: { email: '', name: '', role: 'staff' },
  })

  async function send({ email, name, role }: typeof form.values): Promise<void> {
    const named = name.trim() === '' ? {} : { name }
    const invited = await people.invite.mutate({ email, role, ...named })
    onDone()
    showSuccess(invitedNotice(invited, role))
  }

  return (
    <ChangeDialog title="Invite a colleague" form={form} button="Send invitation" send={send} onClose={onClose}>
      <TextInput
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={fieldLimits.email}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Name (optional)"
        description="They can change it when they join."
        autoComplete="off"
        maxLength={fieldLimits.name}
        {...form.getInputProps('name')}
      />
      <RoleChoice {...form.getInputProps('role')} />
    </ChangeDialog>
  )
}

function invitedNotice({ outcome, email, name }: Invited, role: StaffRole): { title: string; message: string } {
  if (outcome === 'invited')
    return emailsGoToFiles()
      ? { title: 'Invitation saved to a file', message: `The email to ${email} has a link that works for 72 hours.` }
      : { title: 'Invitation sent', message: `${email} gets a link that works for 72 hours.` }
  return {
    title: 'Access given',
    message: `${name ?? email} already had an account. It has the role ${roleLabels[role]} now.`,
  }
}
