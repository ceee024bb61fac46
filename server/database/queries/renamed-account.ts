import type { RenamedAccount } from '#server/database/database.ts'

/** The address and the name as the JSON of a stored event or entry has them. */
export function addressReplacements({ addresses, name }: RenamedAccount): { from: string; to: string }[] {
  return addresses.map((address) => ({ from: JSON.stringify(address), to: JSON.stringify(name) }))
}
