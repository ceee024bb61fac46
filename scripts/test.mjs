// Runs all checks. The build starts beside Vitest, whose production tests wait for it, and the static checks take the processor
// time that the tests leave. The first failure is the exit code.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { isBuilt } from './build.mjs'

const environment = { ...process.env, BUILD_UNDER_WAY: '1' }

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

/**
 * Runs a script of package.json in the background. Its output comes as a whole once it ends.
 *
 * @param {string} name
 * @param {{ priority?: number }} [options]
 */
function startScript(name, { priority = constants.priority.PRIORITY_NORMAL } = {}) {
  const child = spawn('npm', ['run', name], { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  if (child.pid !== undefined) setPriority(child.pid, priority)
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data))
  return exitCode(child).finally(() => process.stdout.write(Buffer.concat(output)))
}

/**
 * @param {string} program one of the installed packages, which npm puts on the path
 * @param {string} argument
 */
function start(program, argument) {
  return spawn(program, [argument], { stdio: 'inherit', env: environment, shell: process.platform === 'win32' })
}

/** @param {Promise<number>} built */
async function runTests(built) {
  const vitest = start('vitest', 'run')
  built.then((code) => code === 0 || vitest.kill())
  const codes = await Promise.all([built, exitCode(vitest)])
  return codes.find((code) => code !== 0) ?? exitCode(start('playwright', 'test'))
}

const checked = startScript('check', { priority: constants.priority.PRIORITY_LOW })
const codes = await Promise.all([runTests(isBuilt() ? Promise.resolve(0) : startScript('build')), checked])
process.exitCode = codes.find((code) => code !== 0) ?? 0
