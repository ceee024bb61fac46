import type { AuditPerson } from '#server/accounts/audit/add-audit-entry.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Company } from '#shared/company-schema.ts'
import type { CompanyPages } from './company-site.ts'
import { addVersion } from './company-versions.ts'

type PublishDeps = {
  readonly database: Pick<Database, 'read' | 'transaction'>
  readonly clock: Clock
  readonly user: AuditPerson
  readonly company: CompanyPages
}

/**
 * Renders the pages, then puts the company in force. Other processes follow within seconds.
 *
 * @param sameAs the number of the former version that it is taken from
 * @throws {AppError} `unavailable` if the pages could not be rendered; `insufficient_role`
 */
export async function publish(deps: PublishDeps, company: Company, sameAs?: number): Promise<{ number: number }> {
  await deps.company.render(company)
  const added = await addVersion(deps, company, sameAs)
  await deps.company.follow()
  return added
}
