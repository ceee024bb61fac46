// node scripts/side-by-side.mjs SCRIPT…: runs scripts of package.json at the same time. Each leaves a part of two processors
// idle. Their output comes as a whole once they end, and the first failure is the exit code.
import { spawn } from 'node:child_process'

/** @param {string} name */
function run(name) {
  const child = spawn('npm', ['run', name], { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data))
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code ?? 1)
    })
  })
}

const codes = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = codes.find((code) => code !== 0) ?? 0
