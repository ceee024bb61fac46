import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { programVersion } from '#server/version.ts'

const changelog = readFileSync('CHANGELOG.md', 'utf8')
const releases = Array.from(changelog.matchAll(/^## \[(.+)\] - (\d{4}-\d\d-\d\d)$/gm), ([, version, date]) => ({
  version,
  date: date ?? '',
}))

it('the newest version of the changelog is that of the program', () => {
  expect(releases[0]?.version).toBe(programVersion)
  expect(JSON.parse(readFileSync('package-lock.json', 'utf8')).version).toBe(programVersion)
})

it('the changelog has releases from the newest to the oldest, each with headings of Keep a Changelog', () => {
  const dates = releases.map(({ date }) => date)
  expect(dates).toEqual([...dates].sort((one, other) => (one < other ? 1 : -1)))
  const [first = ''] = changelog.match(/^## .+$/gm) ?? []
  const unreleased = /^## \[\d+\.\d+\.\d+\] - unreleased$/.test(first) ? 1 : 0
  expect(changelog.match(/^## /gm)).toHaveLength(releases.length + unreleased)
  const headings = Array.from(changelog.matchAll(/^### (.+)$/gm), ([, heading]) => heading)
  expect(
    headings.filter((heading) => !/^(Added|Changed|Deprecated|Removed|Fixed|Security)$/.test(heading ?? '')),
  ).toEqual([])
})
