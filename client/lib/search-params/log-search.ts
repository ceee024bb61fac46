/** Filters of the audit log. */
export type LogSearch = {
  /** An account's id. */
  person?: string | undefined
  kind?: string | undefined
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Drops what is no id. The page drops unknown kinds, since their names would weigh on every page of the site. */
export function readLogSearch({ person, kind }: Record<string, unknown>): LogSearch {
  return {
    person: typeof person === 'string' && uuid.test(person) ? person : undefined,
    kind: typeof kind === 'string' ? kind : undefined,
  }
}
