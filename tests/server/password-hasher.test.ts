import { afterAll, expect, test } from 'vitest'
import { createPasswordHasher } from '#server/accounts/passwords/password-hasher.ts'

const minCost = 4
const hasher = createPasswordHasher(minCost)
afterAll(() => hasher.close())

test('a hash matches only its password, down to spaces, case and normalization form', async () => {
  const hash = await hasher.hash('Crème brûlée', 'others')
  expect(hash).toMatch(/^\$2b\$04\$/)
  expect(await hasher.verify('Crème brûlée', hash, 'others')).toBe(true)
  for (const other of ['Crème brûlée ', ' Crème brûlée', 'crème brûlée', 'Crème brûlée'.normalize('NFD')])
    expect(await hasher.verify(other, hash, 'others')).toBe(false)
})

test('A5 hashes the whole password: 73 bytes do not match the hash of the first 72', async () => {
  const start = 'q7-'.repeat(24)
  const hash = await hasher.hash(start, 'others')
  expect(await hasher.verify(start, hash, 'others')).toBe(true)
  expect(await hasher.verify(`${start}X`, hash, 'others')).toBe(false)
  await expect(hasher.hash(`${start}X`, 'others')).rejects.toThrow('whole')
})

test('verifying without a hash is always false', async () => {
  expect(await hasher.verify('', null, 'others')).toBe(false)
  expect(await hasher.verify('gr9-Tk2x', null, 'others')).toBe(false)
})

test('refuses passwords at once while too many wait, and still verifies the others', async () => {
  const attempts = Array.from({ length: 60 }, () => hasher.verify('gr9-Tk2x', null, 'others'))
  expect(() => hasher.assertRoom('others')).toThrow('Too many people')
  const settled = await Promise.allSettled(attempts)
  const refused = settled.filter((result) => result.status === 'rejected')
  expect(settled.filter((result) => result.status === 'fulfilled').length).toBeGreaterThanOrEqual(21)
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  expect(await hasher.verify('gr9-Tk2x', null, 'others')).toBe(false)
})

test('the staff get a place while others have filled theirs, and the next one', async () => {
  const answered: string[] = []
  const others = Array.from({ length: 60 }, () =>
    hasher.verify('gr9-Tk2x', null, 'others').then(
      () => answered.push('others'),
      () => undefined,
    ),
  )
  expect(() => hasher.assertRoom('others')).toThrow('Too many people')
  hasher.assertRoom('staff')
  const isRight = hasher.verify('gr9-Tk2x', await hasher.hash('gr9-Tk2x', 'staff'), 'staff')
  await isRight.finally(() => answered.push('staff'))
  expect(await isRight).toBe(true)
  await Promise.all(others)
  // Those that were being hashed when each of the two calls came finish first.
  expect(answered.indexOf('staff')).toBeLessThan(answered.length - 10)
})
