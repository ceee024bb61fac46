import { expect, it } from 'vitest'
import { derivePostgresqlSchema } from '../../scripts/postgresql-schema.mjs'

const limits = 'export const fieldLimits = {\n  name: 100,\n} as const\n'
const schema = `generator client {
  output       = "./generated/sqlite"
}
datasource db {
  provider = "sqlite"
}
model ProjectEstimate {
  id        String   @id
  name      String
  createdAt DateTime @map("created_at")
}
model OutboxMessage {
  name   String
  sentAt DateTime? @map("sent_at")
}
`

it('the PostgreSQL twin has another provider, instants with a time zone and columns as wide as the limits', () => {
  const derived = derivePostgresqlSchema(schema, limits)
  expect(derived).toContain('provider = "postgresql"')
  expect(derived).toContain('output       = "./postgresql"')
  expect(derived).toContain('  createdAt DateTime @map("created_at") @db.Timestamptz(3)')
  expect(derived).toContain('  sentAt DateTime? @map("sent_at") @db.Timestamptz(3)')
  expect(derived).toContain('model ProjectEstimate {\n  id        String   @id\n  name      String @db.VarChar(100)')
  expect(derived).toContain('model OutboxMessage {\n  name   String\n')
})

it('a schema or a table of limits that it does not understand is an error, not a wrong twin', () => {
  expect(() => derivePostgresqlSchema(schema, 'nothing')).toThrow('no limits found')
  expect(() => derivePostgresqlSchema(schema.replace('sqlite"\n}\nmodel', 'mysql"\n}\nmodel'), limits)).toThrow(
    'not as expected',
  )
})
