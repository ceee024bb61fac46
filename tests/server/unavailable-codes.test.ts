import { expect, it } from 'vitest'
import { databaseError } from '#server/database/client/unavailable.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'

const failing = (code: string) => databaseError(Object.assign(new Error('failed'), { code }))

it.each(['SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', '42501', '42P01', '42703', '3F000', '23514', 'XX001', '58030'])(
  'an error of the database with the code %s makes it unavailable',
  (code) => expect(failing(code)).toBeInstanceOf(DatabaseUnavailable),
)

it.each(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', '23505', '42601', '22P02'])(
  'an error of the database with the code %s is a fault of the program',
  (code) => expect(failing(code)).not.toBeInstanceOf(DatabaseUnavailable),
)
