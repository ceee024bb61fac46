import { describe, expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { embeddableOrigin } from '#shared/origin-placeholder.ts'
import { generalContractor, jsonForScript, toOpeningHours } from '#shared/structured-data.ts'

describe('the structured data of the company', () => {
  const data = generalContractor(company, 'https://www.example.com')

  it('the structured data repeats the company file', () => {
    expect(data).toMatchObject({
      '@type': 'GeneralContractor',
      name: company.name,
      email: company.email,
      address: { streetAddress: company.address.street, addressCountry: 'US' },
      sameAs: [company.socialProfile],
      identifier: { propertyID: company.license.label, value: company.license.number },
    })
    expect(data.areaServed.map((area) => area.name)).toEqual([
      'Manhattan',
      'Brooklyn',
      'Queens',
      'The Bronx',
      'Staten Island',
    ])
  })

  it('the structured data has opening hours that it can parse', () => {
    expect(data).toHaveProperty('openingHours')
  })

  it('the structured data omits opening hours that it cannot parse', () => {
    expect(generalContractor({ ...company, hours: 'By appointment' }, '')).not.toHaveProperty('openingHours')
  })

  it('the structured data has no URL of another origin', () => {
    const addresses = [data.url, data.logo, data.image, data['@id']]
    for (const address of addresses) expect(address).toMatch(/^https:\/\/www\.example\.com\//)
  })
})

it.each([
  ['Monday to Saturday, 7 AM to 7 PM', 'Mo-Sa 07:00-19:00'],
  ['Tuesday to Sunday, 12 AM to 12 PM', 'Tu-Su 00:00-12:00'],
  ['Monday to Friday, 8:30 AM to 5:15 PM', 'Mo-Fr 08:30-17:15'],
  ['Someday to Friday, 8 AM to 5 PM', undefined],
  ['by appointment', undefined],
  ['Monday to Friday, 0 AM to 5 PM', undefined],
  ['Monday to Friday, 8 AM to 99 PM', undefined],
  ['Monday to Friday, 8:60 AM to 5 PM', undefined],
  ['Monday to Friday, 7 PM to 7 AM', undefined],
  ['Monday to Friday, 7 AM to 7 AM', undefined],
])('the hours "%s" are %s', (hours, expected) => {
  expect(toOpeningHours(hours)).toBe(expected)
})

it('JSON in a script element cannot end the element', () => {
  const value = { name: '</script><!--<script>', line: 'a & "b"' }
  const text = jsonForScript(value)
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual(value)
})

it.each([
  ['https://www.example.com', 'https://www.example.com'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  [`https://a&b"c'd.example`, 'https://a%26b%22c%27d.example'],
])('the address %s is embedded as %s', (origin, expected) => {
  expect(embeddableOrigin(origin)).toBe(expected)
  expect(new URL(expected).origin).toBe(new URL(origin).origin)
})
