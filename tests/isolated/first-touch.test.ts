import { afterEach, beforeEach, expect, it, vi } from 'vitest'

function openPage(path: string, from = ''): void {
  history.replaceState(null, '', path)
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(from)
}

/** Reads it as a page that was just loaded. */
async function read(): Promise<object> {
  vi.resetModules()
  return (await import('#client/lib/first-touch.ts')).getFirstTouch()
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

const ad = '/services/kitchens?utm_source=google&utm_medium=cpc&utm_campaign=spring&gclid=click-id&utm_term=ada'
const firstTouch = {
  ...{ source: 'google', medium: 'cpc', campaign: 'spring' },
  referrer: 'www.google.com',
  landing: '/services/kitchens',
}

it('the first page of a visit notes the tags of its link, the referring host and its path, and no click id', async () => {
  openPage(ad, 'https://www.google.com/search?q=kitchens')
  expect(await read()).toEqual(firstTouch)
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/click-id|ada|search/)
})

it('later pages of the visit keep what the first one noted', async () => {
  openPage(ad, 'https://www.google.com/')
  await read()
  openPage('/estimate?utm_source=other', 'https://elsewhere.example/')
  expect(await read()).toEqual(firstTouch)
})

it('who left the first page before its scripts loaded is known by its address', async () => {
  openPage('/estimate', location.origin + ad)
  expect(await read()).toEqual({ ...firstTouch, referrer: null })
})

it('where storage is blocked, the visit is known until the page is loaded anew', async () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  openPage(ad, 'https://www.google.com/')
  vi.resetModules()
  const { getFirstTouch } = await import('#client/lib/first-touch.ts')
  expect(getFirstTouch()).toEqual(firstTouch)
  openPage('/estimate')
  expect(getFirstTouch()).toEqual(firstTouch)
})
