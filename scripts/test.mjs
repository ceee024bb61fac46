// Runs all checks. The build starts beside Vitest, whose production tests wait for it, and the static checks take the processor
// time that the tests leave. The first failure is the exit code, and what failed unseen is printed last.
import { spawn } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { isBuilt } from './build.mjs'
import { vitestRuns } from './vitest-runs.mjs'

const isWindows = process.platform === 'win32'

const vitestEnvironment = {
  VITEST_MAX_WORKERS: String(availableParallelism()),
  ...process.env,
  BUILD_UNDER_WAY: '1',
}

/** @param {import('node:child_process').ChildProcess} child */
function exitCode(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** @type {Buffer[]} */
const failures = []

/**
 * Prints the process's output as a whole once it ends, or after everything else if it fails.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
async function printedAtEnd(child) {
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data))
  const code = await exitCode(child)
  if (code === 0) process.stdout.write(Buffer.concat(output))
  else failures.push(...output)
  return code
}

/**
 * Runs a script of package.json in the background.
 *
 * @param {string} name
 * @param {{ priority?: number }} [options]
 */
function startScript(name, { priority = constants.priority.PRIORITY_NORMAL } = {}) {
  const child = spawn('npm', ['run', name], { stdio: ['ignore', 'pipe', 'pipe'], shell: isWindows })
  if (child.pid !== undefined) setPriority(child.pid, priority)
  return printedAtEnd(child)
}

/**
 * @param {readonly string[]} projects
 * @param {'inherit' | 'pipe'} output
 */
function startVitest(projects, output) {
  const names = projects.flatMap((project) => ['--project', project])
  return spawn('vitest', ['run', '--config', 'tests/vitest.config.ts', ...names], {
    stdio: ['ignore', output, output],
    env: vitestEnvironment,
    shell: isWindows,
  })
}

/** @param {Promise<number>} built */
async function runTests(built) {
  const [first, second] = vitestRuns
  const [shown, hidden] = [startVitest(first, 'inherit'), startVitest(second, 'pipe')]
  built.then((code) => {
    if (code === 0) return
    shown.kill()
    hidden.kill()
  })
  const codes = await Promise.all([built, exitCode(shown), printedAtEnd(hidden)])
  const failed = codes.find((code) => code !== 0)
  return (
    failed ??
    exitCode(
      spawn('playwright', ['test', '--config', 'tests/playwright.config.ts'], { stdio: 'inherit', shell: isWindows }),
    )
  )
}

const checked = startScript('check', { priority: constants.priority.PRIORITY_LOW })
const codes = await Promise.all([runTests(isBuilt() ? Promise.resolve(0) : startScript('build')), checked])
process.exitCode = codes.find((code) => code !== 0) ?? 0
process.stdout.write(Buffer.concat(failures))
