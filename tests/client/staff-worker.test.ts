import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = readFileSync('client/public/staff-worker.js', 'utf8')
const origin = 'https://builders.example'
const path = '/admin/estimates/1'
const data = { path, callPath: `${path}?call` }

/** Runs the worker beside open windows, and presses a notification. @returns the addresses it opened and focused */
async function press(action: string, windows: readonly string[] = []) {
  const opened: string[] = []
  const focused: string[] = []
  let closed = 0
  const worker = Object.assign(new EventTarget(), {
    location: { origin },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => focused.push(url) })),
      openWindow: async (url: string) => opened.push(url),
    },
  })
  new Function('self', source)(worker)
  const working: Promise<unknown>[] = []
  const notification = { data, close: () => (closed += 1) }
  const waitUntil = (work: Promise<unknown>) => working.push(work)
  worker.dispatchEvent(Object.assign(new Event('notificationclick'), { action, notification, waitUntil }))
  await Promise.all(working)
  return { opened, focused, closed }
}

it('a press opens the request, and Call the page that dials, whether someone is signed in or not', async () => {
  expect(await press('')).toEqual({ opened: [origin + path], focused: [], closed: 1 })
  expect(await press('call')).toEqual({ opened: [origin + data.callPath], focused: [], closed: 1 })
})

it('a press shows the window that has the request already, and leaves those of other requests alone', async () => {
  const [own, other] = [origin + path, `${origin}/admin/estimates/2`]
  expect(await press('', [other, own])).toEqual({ opened: [], focused: [own], closed: 1 })
  expect(await press('', [other])).toEqual({ opened: [own], focused: [], closed: 1 })
})
