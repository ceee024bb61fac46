/** Where the link of a confirmation mail leads. */
export function ConfirmPage() {
  return <h1>Confirm your e-mail address</h1>
}
