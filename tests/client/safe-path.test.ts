import { describe, expect, it } from 'vitest'
import { safePath } from '#client/lib/safe-path.ts'

describe('safePath', () => {
  it.each([
    '/',
    '/admin/estimates/1',
    '/admin/estimates/1?tab=notes&at=a%2Fb',
    '/estimate?type=kitchen-remodel#top',
    '/caf%C3%A9',
  ])('A9 the target %s, a path of this site, is kept', (path) => {
    expect(safePath(path)).toBe(path)
  })

  it('resolves the dots of a path', () => {
    expect(safePath('/admin/../account')).toBe('/account')
  })

  it.each([
    '',
    'admin',
    '//e.com',
    '///e.com',
    '/\\e.com',
    '\\\\e.com',
    '/%09/e.com',
    '/\t/e.com',
    '/\n/e.com',
    '/ /e.com',
    '/admin\t',
    '\t/admin',
    '/%2f%2fe.com',
    '%2f%2fe.com',
    '/%2fe.com',
    '/%5ce.com',
    '/.//e.com',
    '/..//e.com',
    '/a/..//e.com',
    '/%2e//e.com',
    'https://e.com',
    'https:e.com',
    'https://site.e.com',
    'https://site@e.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\r\nLocation: https://e.com',
    '/%0d%0aLocation:%20https://e.com',
    '/?a=\r\nb',
    undefined,
    null,
    7,
    ['/admin'],
  ])('A9 the target %j is replaced by the home page', (given) => {
    expect(safePath(given)).toBe('/')
  })

  it('A9 no target leaves the site, whatever it is put together from', () => {
    const parts = ['/', '\\', '.', '..', 'e.com', '%2f', '%5c', '%09', '\t', '@', ':', 'https:', '?', '#', '%2e']
    for (const first of parts)
      for (const second of parts)
        for (const third of parts)
          for (const fourth of parts) {
            const url = new URL(safePath(`/${first}${second}${third}${fourth}`), 'https://here.example')
            expect(url.origin).toBe('https://here.example')
          }
  })
})
