import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { movedTables } from '#server/database/move/moved-tables.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { createTestDatabase } from '#tests/support/database/test-database.ts'

const schema = readFileSync(fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url)), 'utf8')
const kinds = new Map([
  ['String', 'text'],
  ['Int', 'integer'],
  ['Boolean', 'flag'],
  ['DateTime', 'instant'],
])
const modelNames = [...schema.matchAll(/^model (\w+) \{/gm)].map(([, name]) => name)

/** The tables of the schema, read from its text. */
function tablesOfSchema() {
  return [...schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].map(([, body = '']) => {
    const fields = body.split('\n').flatMap((line) => {
      const [, field = '', type = '', list] = /^ {2}(\w+)\s+(\w+)(\[\])?/.exec(line) ?? []
      // The others of the schema's types are relations.
      if (field === '' || list || modelNames.includes(type)) return []
      return [{ name: /@map\("(\w+)"\)/.exec(line)?.[1] ?? field, kind: kinds.get(type), isKey: line.includes('@id') }]
    })
    return {
      name: /@@map\("(\w+)"\)/.exec(body)?.[1],
      key: fields.find(({ isKey }) => isKey)?.name,
      columns: fields
        .map(({ name, kind }) => ({ name, kind }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    }
  })
}

it('every table and column of the schema is moved, referred tables first, and nothing else', async () => {
  const test = await createTestDatabase()
  const connection = openConnection(test.url.slice('file:'.length))
  const tables = movedTables(connection)
  expect(tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(
    tablesOfSchema().toSorted((one, other) => (String(one.name) < String(other.name) ? -1 : 1)),
  )
  expect(tables.length).toBeGreaterThan(9)
  const positionOf = (name: string) => tables.findIndex((table) => table.name === name)
  for (const { name } of tables)
    for (const { table } of connection.pragma(`foreign_key_list(${name})`) as { table: string }[])
      expect(positionOf(table)).toBeLessThan(positionOf(name))
  connection.close()
  await test.dispose()
})

it('a column or a key without a rule is refused, so that it is not moved wrongly', async () => {
  const connection = openConnection(':memory:')
  connection.exec('CREATE TABLE prices (id TEXT PRIMARY KEY, amount DECIMAL)')
  expect(() => movedTables(connection)).toThrow('There is no rule for moving prices.amount, which has the type DECIMAL')
  connection.exec('DROP TABLE prices; CREATE TABLE prices (id TEXT, day TEXT, PRIMARY KEY (id, day))')
  expect(() => movedTables(connection)).toThrow('The key of the table prices is not one text')
  connection.close()
})
