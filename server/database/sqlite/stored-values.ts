/** Prisma's adapter uses the same form, so that all rows sort alike. */
export function storedInstant(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00')
}

/** A value as SQLite stores it. */
export function storedValue<Value>(value: Value) {
  if (value instanceof Date) return storedInstant(value)
  return typeof value === 'boolean' ? Number(value) : value
}
