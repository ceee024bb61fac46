// npm run drill [-- ID ...]: disturbs the production build in every way that it promises to survive; see tests/drills.
import { build, isBuilt } from './build.mjs'

if (!process.argv.includes('--dist') && !isBuilt()) build('pipe')
process.argv.splice(2, 0, 'tests/drills/drill.ts')
await import('./run-ts.mjs')
