import type { Database } from '#server/database/database.ts'

const maxLeadSources = 50

/**
 * The lead sources to filter by, those with most requests first.
 *
 * @throws {DatabaseUnavailable}
 */
export async function listLeadSources({ projectEstimate }: Database['read']): Promise<string[]> {
  const groups = await projectEstimate.groupBy({
    by: ['leadSource'],
    where: { leadSource: { not: null }, quarantinedAt: null },
    orderBy: { _count: { id: 'desc' } },
    take: maxLeadSources,
  })
  return groups.flatMap(({ leadSource }) => leadSource ?? [])
}
