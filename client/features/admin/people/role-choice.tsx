import type { RadioGroupProps } from '@mantine/core'
import { roleLabels, staffRoles } from '#shared/people.ts'
import { ChoiceCards } from './choice-cards.tsx'

const choices = {
  staff: { label: roleLabels.staff, explanation: 'Works on all requests: contacts, notes, status, assignments.' },
  admin: { label: roleLabels.admin, explanation: 'Also exports requests, manages people and reads the audit log.' },
} as const

export function RoleChoice(props: Omit<RadioGroupProps, 'children'>) {
  return <ChoiceCards label="Role" choices={choices} values={staffRoles} {...props} />
}
