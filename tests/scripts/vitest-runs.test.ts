import { expect, it } from 'vitest'
import { vitestRuns } from '../../scripts/vitest-runs.mjs'
import config from '../vitest.config.ts'

it('the two runs of npm test have each project once', () => {
  const projects = config.test?.projects ?? []
  const names = projects.map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : project,
  )
  expect(names.length).toBeGreaterThan(4)
  expect(vitestRuns.flat().sort()).toEqual(names.sort())
})
