/**
 * Instants get a time zone, and columns get the limits of validation.
 *
 * @param {string} sqliteSchema
 * @param {string} fieldLimits text of shared/field-limits.ts
 * @returns {string}
 * @throws {Error} when an edit of these files prevents it
 */
export function derivePostgresqlSchema(sqliteSchema, fieldLimits) {
  const limits = new Map([...fieldLimits.matchAll(/^ {2}(\w+): (\d+),$/gm)].map(([, field, limit]) => [field, limit]))
  if (limits.size === 0) throw new Error('shared/field-limits.ts: no limits found')

  let model = ''
  const lines = sqliteSchema.split('\n').map((line) => {
    model = /^model (\w+)/.exec(line)?.[1] ?? model
    const [, field, type] = /^ {2}(\w+)\s+(\w+)\??(\s|$)/.exec(line) ?? []
    if (!field || !model) return line
    if (type === 'DateTime') return `${line} @db.Timestamptz(3)`
    const limit = model === 'ProjectEstimate' && type === 'String' ? limits.get(field) : undefined
    return limit ? `${line} @db.VarChar(${limit})` : line
  })

  const derived = lines
    .join('\n')
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace('output       = "./generated/sqlite"', 'output       = "./postgresql"')
  if (!derived.includes('provider = "postgresql"') || !derived.includes('"./postgresql"'))
    throw new Error('prisma/schema.prisma: its provider or output line is not as expected')
  return `// Derived from prisma/schema.prisma; edit that one.\n${derived}`
}
