// npm run drill [-- ID ...]: tests the production build under faults; see tests/drills.
import { build, isBuilt } from './build.mjs'

if (!process.argv.includes('--dist') && !isBuilt()) build('pipe')
process.argv.splice(2, 0, 'tests/drills/drill.ts')
await import('./run-ts.mjs')
