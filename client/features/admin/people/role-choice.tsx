import { roleLabels, type StaffRole, staffRoles } from '#shared/people.ts'
import { ChoiceCards } from './choice-cards.tsx'

const choices = {
  staff: { label: roleLabels.staff, explanation: 'Works on all requests: contacts, notes, status, assignments.' },
  admin: { label: roleLabels.admin, explanation: 'Also exports requests, manages people and reads the audit log.' },
} as const

type RoleChoiceProps = { value: StaffRole; onChange: (role: StaffRole) => void }

export function RoleChoice(props: RoleChoiceProps) {
  return <ChoiceCards legend="Role" choices={choices} values={staffRoles} {...props} />
}
