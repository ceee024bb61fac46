/**
 * Tells password managers whose password a form is about where nobody has to type that. Without an address they keep
 * the password all the same.
 */
export function HiddenUsername({ email = '' }: { email?: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
}
