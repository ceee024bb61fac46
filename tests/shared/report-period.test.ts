import { expect, it } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { reportPeriodSchema } from '#shared/report.ts'

it('a period of one day is accepted from 1900 to 2199, and refused elsewhere between the years 0 and 9999', () => {
  const firstMs = Date.parse('0000-01-01')
  const days = Array.from({ length: Math.ceil(3_652_425 / 97) }, (_, index) =>
    new Date(firstMs + index * 97 * 24 * hourMs).toISOString().slice(0, 10),
  )
  const isAccepted = (day: string) => reportPeriodSchema.safeParse({ from: day, to: day }).success
  expect(days.filter(isAccepted)).toEqual(days.filter((day) => day >= '1900-01-01' && day <= '2199-12-31'))
})
