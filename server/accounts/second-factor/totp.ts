import { Secret, TOTP } from 'otpauth'
import { sameDigest } from '#server/accounts/secrets/secrets.ts'
import { company } from '#shared/company.ts'

const periodSeconds = 30
/** RFC 4226 asks for 128 bits at least, and recommends 160. */
const secretBytes = 20
/** A phone's clock may be wrong by a step either way. */
const tolerance = [-1, 0, 1] as const

/** @returns base32, as people type it into an app */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The `otpauth:` address that a QR code shows to an app. */
export function totpAddress(secret: string, email: string): string {
  return generator(secret, { issuer: company.name, label: email }).toString()
}

/** Computes the code of a time step (RFC 6238). */
export function totpCode(secret: string, step: number, digits = 6): string {
  return generator(secret, { digits }).generate({ timestamp: step * periodSeconds * 1_000 })
}

export function timeStep(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / periodSeconds)
}

/**
 * Compares with every code of the tolerance in constant time.
 *
 * @returns the time step of the code, or undefined for a wrong one
 */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const current = timeStep(now)
  const steps = tolerance.map((offset) => ({ step: current + offset, code: totpCode(secret, current + offset) }))
  return steps.filter((each) => sameDigest(each.code, code)).at(-1)?.step
}

function generator(secret: string, options: { issuer?: string; label?: string; digits?: number }): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    ...options,
  })
}
