/** The response of `secondFactor.state` for an account without a second factor. */
export const noFactors = {
  app: null,
  appProblem: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  provedUntil: null,
}
