import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createLogger } from '#server/logging/logger.ts'

const lines: string[] = []
const logger = createLogger('info', { write: (line) => lines.push(line) })
const logged = () => JSON.parse(lines.at(-1) ?? '')

afterEach(() => {
  lines.length = 0
})

test('logs the type, code, message and stack of an error', () => {
  logger.error({ err: Object.assign(new RangeError('too far'), { code: 'E_FAR' }) }, 'it failed')
  expect(logged()).toMatchObject({
    level: 'error',
    msg: 'it failed',
    err: { type: 'RangeError', code: 'E_FAR', message: 'too far' },
  })
  expect(logged().err.stack).toMatch(/^ +at .*logger\.test\.ts/)
})

test('logs the causes of an error up to a depth', () => {
  const loop = new Error('outer')
  loop.cause = new Error('inner', { cause: loop })
  logger.error({ err: loop }, 'it failed')
  expect(logged().err.cause).toMatchObject({ message: 'inner', cause: { message: 'outer' } })
})

test.each([
  ['the JSON parser', () => JSON.parse('planted')],
  ['the validation', () => z.strictObject({}).parse({ planted: 1 })],
  [
    'the query builder',
    () => {
      throw new (class PrismaClientUnknownRequestError extends Error {})('planted')
    },
  ],
  [
    'the database',
    () => {
      throw Object.assign(new (class DatabaseError extends Error {})('planted'), { detail: 'planted' })
    },
  ],
  [
    'the driver, as a cause whose words the error around it repeats',
    () => {
      throw new Error('planted', { cause: new (class DriverAdapterError extends Error {})('planted') })
    },
  ],
])('leaves out the message of an error that quotes input: %s', (_who, fail) => {
  try {
    fail()
  } catch (error) {
    logger.error({ err: error }, 'it failed')
    logger.error({ error }, 'it failed')
    logger.error({ err: error })
    logger.error(error)
  }
  expect(lines).toHaveLength(4)
  // The file names in a stack are this test's own.
  for (const line of lines) expect(line.replaceAll(/"stack":"[^"]*"/g, '')).not.toContain('planted')
  expect(logged()).toMatchObject({ msg: 'an error', err: { type: expect.any(String) } })
})

test('logs the kind and code of an object that a database driver throws', () => {
  logger.error(
    { err: new Error('x', { cause: { kind: 'LengthMismatch', originalCode: '22001', value: 'planted' } }) },
    'y',
  )
  expect(logged().err.cause).toEqual({ type: 'LengthMismatch', code: '22001' })
})

test('leaves out a message that looks like a stack', () => {
  logger.error({ err: new SyntaxError('no\n    at planted (planted:1:1)') }, 'it failed')
  expect(logged().err.stack).not.toContain('planted')
})

test('removes email addresses from messages', () => {
  logger.error({ err: new Error('cannot reach <planted.person@example.com>, try again') }, 'it failed')
  expect(logged().err.message).toBe('cannot reach <[address]>, try again')
})

test('D9 the log leaves out fields named like secrets or personal data', () => {
  logger.info(
    { email: 'planted', user: { password: 'planted', token: 'planted' }, headers: { cookie: 'planted' } },
    'x',
  )
  expect(lines.at(-1)).not.toContain('planted')
})

test('D9 an entry of the log is one line, whatever it contains', () => {
  logger.info({ call: 'a\r\n{"level":"fatal"}' }, 'b\nc')
  expect(lines.at(-1)?.trimEnd()).not.toMatch(/[\r\n]/)
})
