import type { Database } from '#server/database/database.ts'
import type { Metrics } from './metrics.ts'

type AnyMethod = (...args: unknown[]) => Promise<unknown>

/** Health checks are left out. */
export function observedDatabase(database: Database, metrics: Metrics): Database {
  const around = <Result>(name: string, work: () => Promise<Result>) =>
    metrics.observe({ kind: 'database', name }, work)

  /** @param getName by default, the method's own */
  function observedMethods<Methods extends object>(methods: Methods, getName = (method: string) => method): Methods {
    const observed = Object.entries(methods as Record<string, AnyMethod>).map(([name, method]) => [
      name,
      (...args: unknown[]) => around(getName(name), () => method(...args)),
    ])
    return Object.fromEntries(observed)
  }

  const tables = Object.entries(database.read).map(([name, reads]) => [name, observedMethods(reads, () => 'read')])
  return {
    ...database,
    read: Object.fromEntries(tables),
    queries: observedMethods(database.queries),
    transaction: (work) => around('transaction', () => database.transaction(work)),
  }
}
