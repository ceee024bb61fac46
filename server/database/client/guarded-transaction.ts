import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { EventMethod, NestingMethod, Transaction } from '#server/database/database.ts'
import type { GatheredChanges } from './committed.ts'
import { readMethods } from './read-client.ts'

const eventMethods: readonly string[] = [...readMethods, 'create', 'createMany'] satisfies EventMethod[]
const nestingMethods: readonly string[] = ['update', 'upsert'] satisfies NestingMethod[]

/** Leaves some methods out of a model, so that what the types forbid is not there at run time either. */
function limited<Model extends object>(model: Model, isOpen: (method: string) => boolean): Model {
  return new Proxy(model, {
    get: (target, name) => (typeof name === 'string' && !isOpen(name) ? undefined : Reflect.get(target, name)),
  })
}

/** What may stand in place of a value, beside the value itself. */
const reckonings = ['increment', 'decrement']

/** Whether a row to be written has others along with it, of the tables around it. */
function reachesFurther(row: unknown): boolean {
  return Object.values(row ?? {}).some(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !(value instanceof Date) &&
      !Object.keys(value).every((name) => reckonings.includes(name)),
  )
}

/**
 * Writes the rows of one table and no others: a person's requests and their events could be reached through the person
 * otherwise, and nobody would be told.
 */
function alone<Model extends object>(model: Model): Model {
  return new Proxy(model, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (given?: { readonly data?: unknown; readonly create?: unknown; readonly update?: unknown }) => {
        if ([given?.data, given?.create, given?.update].flat().some(reachesFurther))
          throw new TypeError(`${String(name)} would write to more than one table`)
        return Reflect.apply(method, target, [given])
      }
    },
  })
}

/** Sees what some methods of a model were given and have answered. */
function watched<Model extends object>(
  model: Model,
  watch: Readonly<Record<string, (given: unknown, answer: unknown) => void>>,
): Model {
  return new Proxy(model, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      const see = typeof name === 'string' ? watch[name] : undefined
      if (!see || typeof method !== 'function') return method
      return async (given: unknown) => {
        const answer: unknown = await Reflect.apply(method, target, [given])
        see(given, answer)
        return answer
      }
    },
  })
}

/**
 * A transaction in which events can only be added, and that notes what it does. Nobody has to think of telling: each
 * change of a request adds an event, and each end of a session deletes its row.
 */
export function guardedTransaction(transaction: Prisma.TransactionClient, done: GatheredChanges): Transaction {
  const seeEvents = (given: unknown) => {
    const { data } = given as Prisma.EstimateEventCreateManyArgs
    done.add({ changed: [data].flat().map(({ estimateId }) => estimateId) })
  }
  const seeNew = (given: unknown) => {
    const { data } = given as Prisma.ProjectEstimateCreateManyArgs
    done.add({ created: [data].flat().map(({ id }) => id) })
  }
  const seeGone = (_given: unknown, answer: unknown) => {
    if ((answer as Prisma.BatchPayload).count !== 0) done.add({ all: true })
  }
  const seeEnd = (_given: unknown, answer: unknown) => {
    if ((answer as Prisma.BatchPayload).count !== 0) done.add({ people: true })
  }
  const seePerson = (given: unknown) => {
    if ('role' in (given as Prisma.UserUpdateManyArgs).data) done.add({ people: true })
  }
  return new Proxy(transaction, {
    get(target, name) {
      switch (name) {
        case 'estimateEvent':
          return watched(
            limited(target.estimateEvent, (method) => eventMethods.includes(method)),
            { create: seeEvents, createMany: seeEvents },
          )
        case 'projectEstimate':
          return watched(
            limited(target.projectEstimate, (method) => !nestingMethods.includes(method)),
            { create: seeNew, createMany: seeNew, delete: seeGone, deleteMany: seeGone },
          )
        case 'session':
          return watched(alone(target.session), { delete: seeEnd, deleteMany: seeEnd })
        case 'user':
          return watched(alone(target.user), {
            update: seePerson,
            updateMany: seePerson,
            delete: seeEnd,
            deleteMany: seeEnd,
          })
        case 'emailToken':
          return alone(target.emailToken)
        case 'outboxMessage':
          return alone(target.outboxMessage)
        default:
          return Reflect.get(target, name)
      }
    },
  })
}
