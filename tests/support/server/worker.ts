import type { WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { storeStaff } from './staff-account.ts'
import type { TestApp } from './test-app.ts'

/** A member of the staff, as the functions take it that change estimates. */
export async function worker(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  email: string,
): Promise<WorkDeps> {
  return { database, clock, user: await storeStaff(database, { email }) }
}
