/** Returns the name for narrow places, or without one what stands before the @ of the address. */
export function shortName({ name, email }: { readonly name?: string | null; readonly email: string }): string {
  return name || email.replace(/@.*/, '')
}
