import { expect, it } from 'vitest'
import { shortPlace } from '#shared/estimates/short-place.ts'

it.each([
  ['Park Slope, Brooklyn, NY 11215', 'Brooklyn 11215'],
  ['Riverdale, The Bronx, NY 10471', 'Bronx 10471'],
  ['astoria 11102', 'Queens 11102'],
  ['Astoria, NY 11102-1234', 'Queens 11102'],
  ['10024', 'Manhattan 10024'],
  ['10155 Queens Blvd, Forest Hills, NY 11375', 'Queens 11375'],
  ['New Dorp, STATEN ISLAND', 'Staten Island'],
  ['Hoboken, NJ 07030', '07030'],
  ['Yonkers', 'Yonkers'],
])('shortens %j to %j', (location, place) => {
  expect(shortPlace(location)).toBe(place)
})
