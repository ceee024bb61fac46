import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { currentChecksums, recordedChecksums, recordMigrations } from '../../scripts/migration-checksums.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, sql: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), sql)
}

it('every migration is recorded and unchanged; for a new one run `npm run migration -- --record`', () => {
  expect(currentChecksums()).toEqual(recordedChecksums())
})

it('recording adds new migrations and never changes the checksum of a recorded one', () => {
  write('sqlite/1_init/migration.sql', 'CREATE TABLE a (id)')
  expect(recordMigrations(folder)).toEqual(['sqlite/1_init/migration.sql'])
  const first = recordedChecksums(folder)
  expect(first).toEqual(currentChecksums(folder))

  write('sqlite/1_init/migration.sql', 'CREATE TABLE b (id)')
  write('postgresql/2_more/migration.sql', 'CREATE TABLE c (id int)')
  expect(recordMigrations(folder)).toEqual(['postgresql/2_more/migration.sql'])
  expect(recordedChecksums(folder)).toMatchObject(first)
  expect(recordedChecksums(folder)).not.toEqual(currentChecksums(folder))
})

it('a recorded migration that was deleted stays recorded', () => {
  write('sqlite/1_init/migration.sql', 'CREATE TABLE a (id)')
  recordMigrations(folder)
  rmSync(join(folder, 'sqlite'), { recursive: true })
  expect(recordMigrations(folder)).toEqual([])
  expect(Object.keys(recordedChecksums(folder))).toEqual(['sqlite/1_init/migration.sql'])
  expect(currentChecksums(folder)).toEqual({})
})
