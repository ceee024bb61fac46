import { existsSync, statfsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A Chromium that drives the browser tests, and how to start it. */
export type Browser = { executablePath: string; args: string[]; ignoreDefaultArgs: string[] }

/** In bytes. The tests' browsers take a fraction of it; containers often have 64 MB, in which pages crash. */
const minSharedMemory = 512 * 2 ** 20

/** Chromium's processes exchange what they draw by files, which take a tenth of the processor time when they are on a disk. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize >= minSharedMemory
}

/**
 * The machine's own Chromium, or else the one that comes as a package and needs nothing else on Linux. `TEST_BROWSER`
 * chooses: `npm` stands for the package, anything else is the path of a browser.
 */
export async function findBrowser(): Promise<Browser> {
  // Chromium's sandbox refuses to run as root, which is who one is in most containers.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...sandbox, '--disable-background-networking']
  const ignoreDefaultArgs = hasSharedMemory() ? ['--disable-dev-shm-usage'] : []
  const { TEST_BROWSER: chosen } = process.env
  const found = chosen ?? installed.find((path) => existsSync(path))
  if (found && found !== 'npm') return { executablePath: found, args, ignoreDefaultArgs }
  // The package unpacks the shared libraries that it brings, and lets them be found, only where it believes to run in a
  // cloud function; a fresh machine lacks them too.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
  const { default: sparticuz } = await import('@sparticuz/chromium')
  // The package's own arguments are for a single page in a cloud function: one process for everything, which ends with the
  // first page that closes, and no web security. It brings no sandbox.
  return {
    executablePath: await sparticuz.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', ...args],
    ignoreDefaultArgs,
  }
}
