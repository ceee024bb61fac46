import type { Database } from '#server/database/database.ts'

type AnyMethod = (...args: unknown[]) => unknown

/**
 * A database that reports which of its methods are called, such as `queries.findSession`, `transaction` and, within one,
 * `transaction.user.findUnique` and `statements.lock`.
 *
 * @param onCall what it throws, the method rejects with
 */
export function watchedDatabase(database: Database, onCall: (method: string) => void): Database {
  function watched<Part extends object>(part: Part, path: string): Part {
    const members = Object.entries(part).map(([name, member]) => {
      const method = `${path}.${name}`
      if (typeof member === 'object') return [name, watched(member, method)]
      const call: AnyMethod = async (...args) => {
        onCall(method)
        return await (member as AnyMethod)(...args)
      }
      return [name, call]
    })
    return Object.fromEntries(members)
  }

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
