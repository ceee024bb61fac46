import type { AccountUser } from '#shared/account.ts'
import type { Role } from '#shared/permissions.ts'
import { AccountRow, AccountSection, RowValue } from '../account-section.tsx'
import { EmailRow } from './email-row.tsx'
import { NameRow } from './name-row.tsx'

export const profileAnchor = 'profile'

const roles: Readonly<Partial<Record<Role, { readonly name: string; readonly meaning: string }>>> = {
  staff: { name: 'Staff', meaning: 'You work on estimate requests.' },
  admin: { name: 'Administrator', meaning: 'Full access: requests, exports and people.' },
}

/** Shows the user's name, email address and role. */
export function ProfileSection({ user }: { user: AccountUser }) {
  const role = roles[user.role]
  return (
    <AccountSection anchor={profileAnchor} title="Profile">
      <div>
        {role !== undefined && <NameRow name={user.name} />}
        <EmailRow email={user.email} />
        {role !== undefined && (
          <AccountRow name="Role">
            <RowValue>{role.name}</RowValue>
            {role.meaning}
          </AccountRow>
        )}
      </div>
    </AccountSection>
  )
}
