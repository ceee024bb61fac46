import type { StepResponse } from './send-step.ts'
import type { SiteUnderTest } from './site-under-test.ts'
import type { Step } from './step.ts'

const internals = [
  /\n\s+at .{1,200}:\d+:\d+/,
  /node_modules|node:internal|\/dist\/server/,
  /Prisma|DriverAdapter|SqliteError|SQLITE_|TRPCError|\$?ZodError|\bpg_catalog\b/,
  /"code":"(?:invalid_type|invalid_value|too_big|too_small|unrecognized_keys|invalid_format)"/,
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.{1,300}\b(?:FROM|VALUES|SET|WHERE)\b/,
  /\$2[aby]\$\d\d\$/,
]

/** Contains scripts, which name libraries. */
const isBuiltFile = (contentType: string) => /javascript|css|font|image|html/.test(contentType)

/** Matches tokens and digests. */
const tokenForm = /[\w-]{43}/g

/** Checks that hold for every response. */
export function responseFaults({ rows, secrets }: SiteUnderTest): (step: Step, response: StepResponse) => string[] {
  const digests = new Set([...rows.digests, ...secrets])
  return (step, { statuses, contentType, text, body }) => {
    const faults: string[] = []
    const broken = statuses.find((status) => status >= 500 && status !== 503)
    if (broken !== undefined) faults.push(`answered ${broken}`)
    if (['anonymous', 'user'].includes(step.caller) && text.includes(rows.marker))
      faults.push('shows customers’ data to a caller who is not staff')
    const internal = isBuiltFile(contentType) ? internals.slice(0, 1) : internals
    const leak = internal.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined)
    if (leak !== undefined) faults.push(`shows "${leak.trim().slice(0, 80)}"`)
    const secret = secrets.find((one) => text.includes(one)) ?? text.match(tokenForm)?.find((one) => digests.has(one))
    if (secret !== undefined) faults.push(`shows a secret that begins with "${secret.slice(0, 12)}"`)
    if (step.isRefused && wasCarriedOut(statuses, body)) faults.push('carries out what it has to refuse')
    return faults
  }
}

function wasCarriedOut(statuses: readonly number[], body: string): boolean {
  const [status] = statuses
  if (status === 207) return readResults(body).some((result) => result !== undefined)
  return status !== undefined && status < 400
}

type Result = { readonly reference?: unknown } | null

/** @returns undefined for refused calls */
function readResults(body: string): (Result | undefined)[] {
  try {
    const parsed: unknown = JSON.parse(body)
    return (Array.isArray(parsed) ? parsed : [parsed]).map((one) => one?.result?.data)
  } catch {
    // A page, or a truncated response.
    return []
  }
}

export function acknowledged({ calls }: Step, { body }: StepResponse): string[] {
  if (!calls.includes('estimates.submit')) return []
  return readResults(body).flatMap((result) => (typeof result?.reference === 'string' ? [result.reference] : []))
}
