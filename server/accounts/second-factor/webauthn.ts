import type { Config } from '#server/config.ts'
import { company } from '#shared/company.ts'

/** It is large, and few requests need it. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server')
}

/** The site that passkeys belong to. Browsers refuse them at any other address. */
export function relyingParty({ appOrigin }: Pick<Config, 'appOrigin'>) {
  return { name: company.name, id: new URL(appOrigin).hostname, origin: appOrigin }
}
