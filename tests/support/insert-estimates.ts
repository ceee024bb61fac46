import { randomUUID } from 'node:crypto'
import { emailKey, phoneDigits } from '#server/domain/estimates/contact-keys.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { insertRow } from './insert-row.ts'

type Texts = Partial<
  Record<'name' | 'email' | 'phone' | 'location' | 'projectDescription' | 'specificRequirements', string>
>

/**
 * Stores requests into the database of a server that runs elsewhere, each a millisecond older than the one before it.
 *
 * @param each what sets a request apart from the others
 */
export async function insertEstimates(databaseUrl: string, each: readonly Texts[]): Promise<void> {
  const now = Date.now()
  for (const [index, texts] of each.entries()) {
    const id = randomUUID()
    await insertRow(databaseUrl, 'project_estimates', {
      id,
      reference: `T-${id}`,
      name: 'Ada Romero',
      email: 'ada.romero@example.com',
      phone: '(718) 555-0110',
      projectType: 'kitchen-remodel',
      projectDescription: 'New cabinets and an island.\nThe window stays.',
      location: 'Astoria, NY 11102',
      timeline: '1-2-months',
      budgetRange: '50k-100k',
      squareFootage: 1250,
      propertyType: 'condo',
      specificRequirements: null,
      urgent: index % 4 === 0 ? 1 : 0,
      status: ['new', 'in_progress', 'completed', 'on_hold'][index % 4] ?? 'new',
      createdAt: new Date(now - index),
      dueAt: responseDueAt(new Date(now - index)),
      requestKey: randomUUID(),
      valuesDigest: id,
      senderDigest: id,
      ...texts,
      emailKey: emailKey(texts.email ?? 'ada.romero@example.com'),
      phoneDigits: phoneDigits(texts.phone ?? '(718) 555-0110'),
    })
  }
}
