/** Signing in and signing up. */
export function AuthPage() {
  return <h1>Sign in</h1>
}
