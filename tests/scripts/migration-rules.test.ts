import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findContractions, forbiddenMigrations } from '../../scripts/migration-rules.mjs'

const folder = 'prisma/migrations'

it('migrations take away nothing that the release before uses', () => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'))
  expect(paths.length).toBeGreaterThan(7)
  const texts = paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')])
  expect(forbiddenMigrations(Object.fromEntries(texts))).toEqual([])
})

it.each([
  ...['DROP TABLE "users";', 'ALTER TABLE "users" DROP COLUMN "role";'],
  ...['ALTER TABLE "users" RENAME COLUMN "role" TO "kind";', 'ALTER TABLE "users" RENAME TO "accounts";'],
  'ALTER TABLE "users" ADD COLUMN "phone" TEXT NOT NULL;',
  'ALTER TABLE "users" ADD COLUMN "a" TEXT NOT NULL DEFAULT \'\', ADD COLUMN "b" TEXT NOT NULL;',
  'ALTER TABLE "users" ALTER COLUMN "phone" SET NOT NULL;',
  'ALTER TABLE "users" ALTER COLUMN "phone" SET DATA TYPE INTEGER;',
  'ALTER TABLE "users" ALTER COLUMN "role" DROP DEFAULT;',
  'ALTER TABLE "users" ADD CONSTRAINT "short" CHECK (length("email") < 9);',
  ...['CREATE UNIQUE INDEX "users_name_key" ON "users"("name");', 'drop table users;'],
])('migrations contract with %s', (sql) => {
  expect(findContractions(sql)).toHaveLength(1)
})

it.each([
  'ALTER TABLE "users" ADD COLUMN "phone" TEXT;',
  'ALTER TABLE "users" ADD COLUMN "kind" TEXT NOT NULL DEFAULT \'user\';',
  'ALTER TABLE "users" ALTER COLUMN "phone" DROP NOT NULL;',
  'CREATE TABLE "notes" ("id" TEXT NOT NULL, CONSTRAINT "notes_pkey" PRIMARY KEY ("id")); CREATE UNIQUE INDEX "notes_key" ON "notes"("id");',
  'CREATE INDEX "users_name_idx" ON "users"("name"); DROP INDEX "users_old_idx";',
  'ALTER TABLE "notes" ADD CONSTRAINT "notes_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");',
  '-- DROP TABLE "users";',
])('migrations only expand with %s', (sql) => {
  expect(findContractions(sql)).toEqual([])
})

it('migrations may contract in a later release that says so, and are refused by name otherwise', () => {
  const path = 'sqlite/20990101000000_clean_up/migration.sql'
  const sql = 'ALTER TABLE "users" DROP COLUMN "phone";'
  expect(forbiddenMigrations({ [path]: sql })).toEqual([
    expect.stringContaining(`${path} drops something: DROP COLUMN`),
  ])
  expect(forbiddenMigrations({ [path]: `-- Contracts: nothing since 1.4 uses the phone.\n${sql}` })).toEqual([])
})
