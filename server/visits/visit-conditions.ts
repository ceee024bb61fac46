/** The condition for visits that are ahead: neither done nor called off. */
export const isAhead = { doneAt: null, calledOffAt: null } as const

/** The condition for requests whose visits are shown. */
export const mayBeVisited = { quarantinedAt: null, spamAt: null, erasedAt: null, withdrawnAt: null } as const
