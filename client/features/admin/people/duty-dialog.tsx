import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { Person } from '#shared/people.ts'
import { type SecondFactorDuty, secondFactorDuties } from '#shared/second-factor.ts'
import { useStaff } from '../layout/staff-context.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { dutyText, lackingText, peopleWhoLack } from './people-labels.ts'
import { ChoiceCards } from './role-choice.tsx'

const choices = {
  nobody: { label: 'No one', explanation: 'Everyone may keep or remove their second factor.' },
  administrators: { label: 'Administrators', explanation: 'They export requests and manage people.' },
  everybody: { label: 'Everyone with a role', explanation: 'Administrators and staff.' },
} as const

type DutyDialogProps = { duty: SecondFactorDuty; people: readonly Person[]; onDone: () => void; onClose: () => void }

/** Chooses whose sign-in has to take a second factor. */
export function DutyDialog({ duty: inForce, people, onDone, onClose }: DutyDialogProps) {
  const { email: own } = useStaff()
  const { secondFactor } = api.useUtils().client
  const form = useForm({ initialValues: { duty: inForce } })
  const { duty } = form.values
  const lacking = peopleWhoLack(people, duty)

  async function send(): Promise<void> {
    if (duty !== inForce) {
      await secondFactor.setDuty.mutate({ duty })
      onDone()
      showSuccess({ title: 'Saved', message: dutyText(duty) })
      if (lacking.some(({ email }) => email === own)) void auth.reload()
    }
  }

  return (
    <ChangeDialog title="Who needs a second factor?" form={form} button="Save" send={send} onClose={onClose}>
      <ChoiceCards
        label="A second factor is required of"
        choices={choices}
        values={secondFactorDuties}
        {...form.getInputProps('duty')}
      />
      {duty !== 'nobody' && (
        <Text c="dimmed" size="sm">
          It takes effect at once. {lackingText(lacking, own)} Anyone without one sets it up before anything else,
          including people who are signed in now.
        </Text>
      )}
    </ChangeDialog>
  )
}
