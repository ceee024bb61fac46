import type { Database } from '#server/database/database.ts'

/**
 * A database that says which of its methods are called, such as `queries.findSession`, `transaction` and, within one,
 * `transaction.user.findUnique` and `statements.lock`.
 *
 * @param onCall what it throws, the method rejects with
 */
export function watchedDatabase(database: Database, onCall: (method: string) => void): Database {
  const watched = <Part extends object>(part: Part, path: string): Part =>
    new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        const method = `${path}.${String(name)}`
        if (typeof member === 'object' && member !== null) return watched(member, method)
        if (typeof member !== 'function') return member
        return async (...values: unknown[]) => {
          onCall(method)
          return await Reflect.apply(member, target, values)
        }
      },
    })
  return {
    ...database,
    read: watched(database.read, 'read'),
    queries: watched(database.queries, 'queries'),
    async transaction(work) {
      onCall('transaction')
      return await database.transaction((transaction, statements) =>
        work(watched(transaction, 'transaction'), watched(statements, 'statements')),
      )
    },
  }
}
