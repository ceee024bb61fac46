import { roleLabels, type StaffRole, staffRoles } from '#shared/people.ts'
import styles from './change-form.module.css'

const explanations: Readonly<Record<StaffRole, string>> = {
  staff: 'Works on all requests: contacts, notes, status, assignments.',
  admin: 'Also exports requests, manages people and reads the audit log.',
}

type RoleChoiceProps = { value: StaffRole; onChange: (role: StaffRole) => void }

export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  return (
    <fieldset className={styles.roles}>
      <legend>Role</legend>
      {staffRoles.map((role) => (
        <label key={role} className={styles.roleChoice}>
          <input type="radio" name="role" checked={value === role} onChange={() => onChange(role)} />
          <span>{roleLabels[role]}</span>
          <small>{explanations[role]}</small>
        </label>
      ))}
    </fieldset>
  )
}
