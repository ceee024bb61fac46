import { type Finding, ok, warning } from '#server/database/finding.ts'

const about = 'Node.js'
/** The program also runs on 20, which has had no support since April 2026. */
const oldestSupported = 22

/** @param version such as `24.1.0` */
export function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= oldestSupported) return ok(about, `It is version ${version}.`)
  return warning(about, `Version ${version} gets no more security fixes.`, 'Install Node.js 24, then run npm ci again.')
}
