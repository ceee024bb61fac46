import { v7 as newId } from 'uuid'
import { openPasswordCost } from '#server/accounts/passwords/password-cost.ts'
import { createPasswordHasher } from '#server/accounts/passwords/password-hasher.ts'
import { openDatabase } from '#server/database/open.ts'
import { newReference } from '#server/estimates/submit/reference.ts'
import { createLogger } from '#server/logging/logger.ts'
import { company } from '#shared/company.ts'
import { demoEstimates } from './estimates.ts'
import { demoFailedEmails } from './failed-emails.ts'
import { addDemoPeople } from './people.ts'
import { addDemoPhotos, demoPhotos } from './photos.ts'
import { demoProposals } from './proposals.ts'
import { demoVisits } from './visits.ts'
import { demoWork } from './work.ts'

type DemoAdmin = { readonly email: string; readonly password: string }

const domain = company.email.split('@').at(-1)
const adminPerson = { email: `maria@${domain}`, name: 'Maria Santos' }
const colleagues = [
  { email: `tom@${domain}`, name: 'Tom Kowalski' },
  { email: `priya@${domain}`, name: 'Priya Patel' },
]
const invited = { email: `noor@${domain}`, name: 'Noor Haddad' }

/** The seed sends no emails. */
export async function seedDemo(databaseUrl: string, requests: number, now: Date): Promise<DemoAdmin> {
  const database = await openDatabase({ url: databaseUrl, log: createLogger('error') })
  const hasher = createPasswordHasher(await openPasswordCost(database, { now: () => now }))
  try {
    const password = `${newReference()}-${newReference()}`
    const confirmed = { confirmedAt: now, createdAt: now }
    const admin = { ...person(adminPerson), role: 'admin', passwordHash: await hasher.hash(password, 'staff') }
    const others = colleagues.map((colleague) => ({ ...person(colleague), role: 'staff' }))
    const estimates = demoEstimates(requests, now)
    const { work: written, proposals } = demoProposals(demoWork(estimates, [admin, ...others], now), estimates, now)
    const { work, visits } = demoVisits(written, estimates, now)
    await database.transaction(async (transaction) => {
      await transaction.user.createMany({ data: [admin, ...others].map((row) => ({ ...row, ...confirmed })) })
      await addDemoPeople(transaction, { admin, colleagues: others, invited }, now)
      await transaction.projectEstimate.createMany({ data: estimates })
      await addDemoPhotos(transaction, demoPhotos(estimates))
      for (const { id, events: _events, ...columns } of work)
        if (columns.version > 1 || columns.firstContactAt)
          await transaction.projectEstimate.updateMany({ where: { id }, data: columns })
      await transaction.estimateEvent.createMany({ data: work.flatMap(({ events }) => events) })
      await transaction.proposal.createMany({ data: proposals })
      await transaction.visit.createMany({ data: visits })
      await transaction.outboxMessage.createMany({ data: demoFailedEmails(estimates) })
    })
    return { email: admin.email, password }
  } finally {
    await hasher.close()
    await database.close()
  }

  function person(named: { readonly email: string; readonly name: string }) {
    return { id: newId({ msecs: now.getTime() }), ...named }
  }
}
