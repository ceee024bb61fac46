import { sessionClient } from '#client/lib/auth/session-client.ts'

/** Proves who is signed in by the browser's prompt for a passkey. `passkeyProblem` says in words what it throws. */
export async function proveByPasskey(): Promise<void> {
  const { askForPasskey } = await import('#client/lib/auth/passkeys.ts')
  const options = await sessionClient.secondFactor.passkeyProofOptions.mutate()
  await sessionClient.secondFactor.proveByPasskey.mutate({ response: await askForPasskey(options) })
}
