/** Names the account of a password form to password managers, which save the password without it too. */
export function HiddenUsername({ email = '' }: { email?: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
}
