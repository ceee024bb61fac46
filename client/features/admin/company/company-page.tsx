import { api } from '#client/lib/api.ts'
import { isAllowed } from '#shared/permissions.ts'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { PeopleFrame } from '../people/people-frame.tsx'
import { CompanyEditor } from './company-editor.tsx'

/** Shows administrators everything that the site says about the company, to edit and publish it. */
export function CompanyPage() {
  const { role } = useStaff()
  const query = api.company.read.useQuery(undefined, {
    ...queryOptions,
    enabled: isAllowed(role, 'manageInstallation'),
    staleTime: 0,
  })
  return (
    <PeopleFrame
      title="Company"
      what="the company"
      query={query}
      isAboutPeople={false}
      aside="What the website and the emails say about you. Saved changes are on the site once you publish them."
    >
      {(desk) => <CompanyEditor desk={desk} />}
    </PeopleFrame>
  )
}
