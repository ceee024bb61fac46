import { keyedDigest } from '#server/accounts/secrets/secrets.ts'

export type SessionToken = { readonly id: string; readonly secret: string }

const tokenForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

export function parseSessionToken(value: string | undefined): SessionToken | undefined {
  const [, id, secret] = tokenForm.exec(value ?? '') ?? []
  return id && secret ? { id, secret } : undefined
}

export function formatSessionToken({ id, secret }: SessionToken): string {
  return `${id}.${secret}`
}

/** Derived tokens can be returned twice without being stored. */
export function nextRefreshToken(key: Buffer, { id, secret }: SessionToken): SessionToken {
  return { id, secret: keyedDigest(key, 'refresh', `${id}:${secret}`) }
}

export function accessTokenFor(key: Buffer, { id, secret }: SessionToken): SessionToken {
  return { id, secret: keyedDigest(key, 'access', `${id}:${secret}`) }
}
