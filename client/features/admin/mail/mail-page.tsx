import { isAllowed } from '#shared/permissions.ts'
import { useStaff } from '../layout/staff-context.ts'
import { PeopleFrame } from '../people/people-frame.tsx'
import { MailSection, useMailState } from './mail-section.tsx'

export function MailPage() {
  const { role } = useStaff()
  const query = useMailState({ enabled: isAllowed(role, 'manageInstallation') })
  return (
    <PeopleFrame title="Email" what="the state of email" query={query}>
      {() => <MailSection />}
    </PeopleFrame>
  )
}
