import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { NameField } from '#client/components/name-field.tsx'
import { reportFormError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { ownNameSchema } from '#shared/account.ts'
import { AccountRow, focusSection, RowValue, StepPanel } from '../account-section.tsx'

export function NameRow({ name }: { name: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)

  function close(): void {
    setIsOpen(false)
    focusSection('profile')
  }

  if (isOpen) return <NameForm name={name} onDone={close} />
  return (
    <AccountRow
      name="Name"
      action={
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {name === undefined ? 'Add your name' : 'Change your name'}
        </Button>
      }
    >
      {name === undefined ? 'Colleagues see your email address until you have one.' : <RowValue>{name}</RowValue>}
    </AccountRow>
  )
}

type NameFormProps = { name: string | undefined; onDone: () => void }

function NameForm({ name, onDone }: NameFormProps) {
  const form = useAccountForm(ownNameSchema, { name: name ?? '' })

  async function save(input: z.output<typeof ownNameSchema>): Promise<Record<string, string>> {
    hideError()
    try {
      await auth.setName(input)
    } catch (error) {
      return reportFormError('Name Not Saved', error)
    }
    showSuccess({ title: 'Name saved', message: `Colleagues see you as ${input.name}.` })
    onDone()
    return {}
  }

  return (
    <StepPanel
      title={name === undefined ? 'Add your name' : 'Change your name'}
      note="Colleagues see it beside your work. Older entries of a timeline keep what they said."
    >
      <AccountForm form={form} send={save} button={{ text: 'Save name', busyText: 'Saving...' }} onCancel={onDone}>
        <NameField {...form.getInputProps('name')} id="own-name" description={undefined} />
      </AccountForm>
    </StepPanel>
  )
}
