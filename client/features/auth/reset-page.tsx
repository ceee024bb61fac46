/** Where the link of a mail for a new password leads. */
export function ResetPage() {
  return <h1>Set a new password</h1>
}
