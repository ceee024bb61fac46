import { setTimeout as delay } from 'node:timers/promises'
import { isBuilt } from '../../../scripts/build.mjs'

const maxBuildMs = 180_000

/**
 * Resolves once `dist/` is built from the present sources: `npm test` builds it beside the first tests.
 *
 * @throws {Error} when it is missing or stale, and no build is under way
 */
async function untilBuilt(): Promise<void> {
  const giveUpAt = performance.now() + (process.env.BUILD_UNDER_WAY ? maxBuildMs : 0)
  while (!isBuilt()) {
    if (performance.now() > giveUpAt) throw new Error('dist/ is not built from these sources: run `npm run build`.')
    await delay(200)
  }
}

await untilBuilt()
