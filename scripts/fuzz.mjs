// npm run fuzz [-- --seed S --count N ...]: sends random requests to the production build; see tests/fuzz.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) build('pipe')
process.argv.splice(2, 0, 'tests/fuzz/fuzz.ts')
await import('./run-ts.mjs')
