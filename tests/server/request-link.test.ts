import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { readRequestToken, requestPath } from '#server/mail/messages/request-link.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'

const noId = '00000000-0000-0000-0000-000000000000'
const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', '+', '/', '=', '.', 'é']

const tokenOf = (id: string, key = testServerKey) => requestPath(key, id).replace('/request/', '')
const read = (token: string) => readRequestToken(testServerKey, token)

it('the link to a request names it in 48 characters, always the same ones', () => {
  const ids = Array.from({ length: 200 }, () => newId())
  for (const id of ids) {
    expect(tokenOf(id)).toMatch(/^[\w-]{48}$/)
    expect(tokenOf(id)).toBe(tokenOf(id))
    expect(read(tokenOf(id))).toBe(id)
  }
  expect(new Set(ids.map((id) => tokenOf(id).slice(-27))).size).toBe(ids.length)
})

it('C5 the link to a request works with no character changed, added or left out', () => {
  const token = tokenOf(newId())
  for (let place = 0; place < token.length; place += 1) {
    const [before, after] = [token.slice(0, place), token.slice(place + 1)]
    for (const character of characters.filter((each) => each !== token[place]))
      expect(read(before + character + after)).toBe(noId)
    expect(read(before + after)).toBe(noId)
    expect(read(`${before}A${token.slice(place)}`)).toBe(noId)
  }
  for (const wrong of ['', 'x', '.', `${token}/`, `${token}=`, token.toLowerCase(), 'A'.repeat(48), 'A'.repeat(9_000)])
    expect(read(wrong)).toBe(noId)
})

it('C5 the link to a request opens no other request, and none of another installation', () => {
  const [one, other] = [newId(), newId()]
  expect(read(tokenOf(one).slice(0, 21) + tokenOf(other).slice(21))).toBe(noId)
  expect(read(tokenOf(other).slice(0, 22) + tokenOf(one).slice(22))).toBe(noId)
  expect(read(tokenOf(one, Buffer.alloc(32, 'o')))).toBe(noId)
  expect(read(tokenOf(noId))).toBe(noId)
})
