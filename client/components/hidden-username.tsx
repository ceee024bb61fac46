/** Names a password form's account to password managers. */
export function HiddenUsername({ email = '' }: { email?: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
}
