// npm run screenshots: makes the pictures of docs/images from the production build.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) build('pipe')
process.argv.splice(2, 0, 'tests/support/e2e/screenshots.ts')
await import('./run-ts.mjs')
