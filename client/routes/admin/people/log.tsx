import { createFileRoute } from '@tanstack/react-router'
import { LogPage } from '#client/features/admin/people/log-page.tsx'

/** Filters of the audit log. */
type LogSearch = {
  /** It is the id of an account. */
  person?: string | undefined
  kind?: string | undefined
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

export const Route = createFileRoute('/admin/people/log')({
  // Drops what is no id. The page drops unknown kinds, since their names would weigh on every page of the site.
  validateSearch: ({ person, kind }: Record<string, unknown>): LogSearch => ({
    person: typeof person === 'string' && uuid.test(person) ? person : undefined,
    kind: typeof kind === 'string' ? kind : undefined,
  }),
  component: LogPage,
})
