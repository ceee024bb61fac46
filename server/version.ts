import { version } from '../package.json'

/** The version of this build, as CHANGELOG.md names it. */
export const programVersion = version
