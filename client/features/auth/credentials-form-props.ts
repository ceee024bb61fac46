/** What both forms have in common: the address that was typed goes along from one tab to the other. */
export type CredentialsFormProps = { email: string; onEmail: (email: string) => void }
