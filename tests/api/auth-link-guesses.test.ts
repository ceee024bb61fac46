import { expect, it } from 'vitest'
import { browsers, goodPassword, mailedToken, type TestBrowser, withoutDate } from '#tests/support/server/accounts.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const test = sharedApp()
const newBrowser = browsers(test)

it('A7 a link with any of its 256 bits changed gets the same response as any other text', async () => {
  const browser = newBrowser()
  browser.makePendingCookie()
  await browser.call('auth.signUp', { email: 'flipped@mail.example', password: goodPassword })
  const token = await mailedToken(test, 'flipped@mail.example')
  const responses = new Set<string>()
  const tryLink = async (wrong: string, from: TestBrowser) => {
    const response = withoutDate(await from.call('auth.confirmEmail', { token: wrong }))
    responses.add(JSON.stringify(response))
  }
  for (let bit = 0; bit < 256; bit += 1) {
    const bytes = Buffer.from(token, 'base64url')
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    // An IP address may try thirty links an hour.
    const from = newBrowser()
    for (const [name, value] of browser.cookies) from.cookies.set(name, value)
    await tryLink(bytes.toString('base64url'), from)
  }
  for (const wrong of ['x', 'A'.repeat(1_000), `${token}=`, ` ${token}`, token.toLowerCase()])
    await tryLink(wrong, newBrowser())
  expect([...responses]).toHaveLength(1)
  expect((await browser.call('auth.confirmEmail', { token })).statusCode).toBe(200)
  // Only the whole link tells that it was used.
  expect((await newBrowser().call('auth.confirmEmail', { token })).body).toContain('link_used')
  await tryLink(`${token}=`, newBrowser())
  expect([...responses]).toHaveLength(1)
})
